;;; git-test.el --- The git status buffer, in repositories of its own  -*- lexical-binding: t; -*-

;;; Code:

(require 'test-edits)
(require 'diffabled-git)

(defmacro git-test-with (&rest body)
  "Evaluate BODY in the status buffer of a new repository.
It has a commit with a, b, c and d, of which a and b are modified, d is
deleted, and c has both kinds of changes; e and \"f g\" are new."
  (declare (indent 0))
  `(let* ((directory (file-name-as-directory (make-temp-file "git" t)))
          (default-directory directory)
          (process-environment
           (append '("GIT_CONFIG_GLOBAL=/dev/null" "GIT_CONFIG_SYSTEM=/dev/null"
                     "GIT_AUTHOR_NAME=a" "GIT_AUTHOR_EMAIL=a@b" "GIT_COMMITTER_NAME=a"
                     "GIT_COMMITTER_EMAIL=a@b")
                   process-environment)))
     (unwind-protect
         (progn
           (git-test-git "init" "--quiet" "--initial-branch=main")
           (dolist (name '("a" "b" "c" "d")) (git-test-write name "first"))
           (git-test-git "add" ".")
           (git-test-git "commit" "--quiet" "-m" "First")
           (dolist (name '("a" "b" "c")) (git-test-write name "second"))
           (git-test-git "add" "c")
           (delete-file "d")
           (dolist (name '("c" "e" "f g")) (git-test-write name "third"))
           (delete-other-windows)
           (diffabled-git-status)
           (unwind-protect (progn ,@body)
             (kill-buffer)))
       (delete-directory directory t))))

(defun git-test-git (&rest arguments)
  "Call git with ARGUMENTS."
  (should (eql 0 (apply #'call-process "git" nil nil nil arguments))))

(defun git-test-write (name text)
  "Write TEXT and NAME into the file NAME."
  (write-region (format "%s %s\n" text name) nil name nil 'quiet))

(defun git-test-lines ()
  "Return the lines of the buffer, without many spaces."
  (mapcar (lambda (line) (string-trim (replace-regexp-in-string " +" " " line)))
          (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n" t)))

(defun git-test-line ()
  "Return the line of point."
  (string-trim (replace-regexp-in-string
                " +" " " (buffer-substring-no-properties (line-beginning-position)
                                                         (line-end-position)))))

(defun git-test-goto (name &optional section)
  "Move point into the row of NAME, in SECTION if given."
  (diffabled-view-goto
   (cl-find-if (lambda (row)
                 (and (equal (diffabled-git--text (plist-get (diffabled-row-content row) :name))
                             name)
                      (member section (list nil (diffabled-section-identifier
                                                 (diffabled-row-section row))))))
               (diffabled-list-rows diffabled-view-list)))
  (forward-char 4))

(ert-deftest git-the-buffer-shows-what-git-says ()
  (git-test-with
    (should (equal (git-test-lines)
                   '("Untracked (2)" "new file e" "new file f g"
                     "Unstaged (4)" "modified a" "modified b" "modified c" "deleted d"
                     "Staged (1)" "modified c")))
    (should (string-prefix-p " main  " (diffabled-git--header-line)))))

(ert-deftest git-staging-moves-the-line-and-point-goes-along ()
  (git-test-with
    (git-test-goto "a")
    (let ((row (diffabled-view-row)))
      (diffabled-git-stage)
      (should (eq (diffabled-view-row) row))
      (should (= (current-column) 4))
      (should (equal (seq-drop (git-test-lines) 7) '("Staged (2)" "modified a" "modified c")))
      (diffabled-git-unstage)
      (should (eq (diffabled-view-row) row))
      (should (equal (seq-subseq (git-test-lines) 3 6) '("Unstaged (4)" "modified a" "modified b"))))
    (git-test-goto "d")
    (diffabled-git-stage)
    (should (equal (last (git-test-lines) 3) '("Staged (2)" "modified c" "deleted d")))
    (should (equal (git-test-line) "deleted d"))
    (git-test-goto "f g")
    (diffabled-git-stage)
    (should (equal (git-test-line) "new file f g"))
    (should (equal (diffabled-section-identifier (diffabled-row-section (diffabled-view-row)))
                   "staged"))))

(ert-deftest git-a-file-in-both-sections ()
  (git-test-with
    (git-test-goto "c" "unstaged")
    (diffabled-git-stage)
    (should (equal (seq-drop (git-test-lines) 3)
                   '("Unstaged (3)" "modified a" "modified b" "deleted d"
                     "Staged (1)" "modified c")))
    (should (= (line-number-at-pos) 9))
    (git-test-write "c" "fourth")
    (diffabled-git-refresh)
    (should (= (line-number-at-pos) 10))
    (diffabled-git-unstage)
    (should (equal (seq-drop (git-test-lines) 3)
                   '("Unstaged (4)" "modified a" "modified b" "modified c" "deleted d")))
    (should (equal (git-test-line) "modified c"))))

(ert-deftest git-point-may-advance ()
  (git-test-with
    (let ((diffabled-git-advance t))
      (git-test-goto "a")
      (diffabled-git-stage)
      (should (equal (git-test-line) "modified b"))
      (git-test-goto "d")
      (diffabled-git-stage)
      (should (equal (git-test-line) "modified c")))))

(ert-deftest git-the-marked-files-and-all-below-a-line ()
  (git-test-with
    (dolist (name '("a" "e"))
      (git-test-goto name)
      (call-interactively #'diffabled-view-mark))
    (should (member "* modified a" (git-test-lines)))
    (diffabled-git-stage)
    (should-not (diffabled-view-marks))
    (should (equal (seq-drop (git-test-lines) 6)
                   '("Staged (3)" "modified a" "modified c" "new file e")))
    (goto-char (point-min))
    (should (equal (git-test-line) "Untracked (1)"))
    (diffabled-git-stage)
    (should (equal (car (git-test-lines)) "Unstaged (3)"))
    ;; The line is gone; its first file was the nearest, and point went along with that.
    (should (equal (git-test-line) "new file f g"))
    (goto-char (point-max))
    (should-error (diffabled-git-unstage) :type 'user-error)))

(ert-deftest git-nothing-jumps-in-any-window ()
  (git-test-with
    (let ((other (split-window)))
      (git-test-goto "b")
      (set-window-point other (save-excursion (git-test-goto "c" "staged") (point)))
      (dotimes (number 9)
        (git-test-write (format "0 %d" number) "new"))
      (delete-file "e")
      (diffabled-git-refresh)
      (should (equal (git-test-line) "modified b"))
      (should (= (current-column) 4))
      (save-excursion
        (goto-char (window-point other))
        (should (equal (git-test-line) "modified c"))
        (should (= (current-column) 4)))
      (git-test-git "commit" "--quiet" "-a" "-m" "Second")
      (diffabled-git-refresh)
      (should (equal (git-test-lines)
                     (cons "Untracked (10)"
                           (append (cl-loop for number below 9 collect (format "new file 0 %d" number))
                                   '("new file f g"))))))))

(ert-deftest git-names-of-all-kinds ()
  (git-test-with
    (let ((names '("-n" "*" ":!x" "new\nline" "ümlaut" "\"quoted\"" "back\\slash" "tab\there"))
          (bytes "bad\xff"))
      (dolist (name names) (git-test-write name "new"))
      (let ((file-name-coding-system 'binary)) (git-test-write bytes "new"))
      (diffabled-git-refresh)
      (goto-char (point-min))
      (diffabled-git-stage)
      (should (equal (car (git-test-lines)) "Unstaged (4)"))
      (let ((staged (diffabled-git--call nil "diff" "--cached" "--name-only" "-z")))
        (should (equal (sort (split-string staged "\0" t) #'string<)
                       (sort `("c" "e" "f g" ,bytes
                               ,@(mapcar (lambda (name) (encode-coding-string name 'utf-8)) names))
                             #'string<))))
      (dolist (name names)
        (should (diffabled-list-row diffabled-view-list name)))
      (goto-char (diffabled-view--position
                  (diffabled-list-index diffabled-view-list
                                        (diffabled-list-row diffabled-view-list ["bytes" "badÿ"]))))
      (diffabled-git-unstage)
      (should (equal (diffabled-row-identifier (diffabled-view-row)) ["bytes" "badÿ"]))
      (should (equal (car (git-test-lines)) "Untracked (1)")))))

(ert-deftest git-renames ()
  (git-test-with
    (git-test-git "add" "--all")
    (git-test-git "commit" "--quiet" "-m" "Second")
    (git-test-git "mv" "a" "z")
    (diffabled-git-refresh)
    (should (equal (git-test-lines) '("Staged (1)" "renamed a → z")))
    (git-test-goto "z")
    (diffabled-git-unstage)
    (should (equal (git-test-lines) '("Untracked (1)" "new file z" "Unstaged (1)" "deleted a")))
    (should (equal (git-test-line) "new file z"))))

(ert-deftest git-conflicts-and-before-the-first-commit ()
  (git-test-with
    (git-test-git "checkout" "--quiet" "--force" "-b" "other")
    (git-test-write "a" "other")
    (git-test-git "commit" "--quiet" "-a" "-m" "Other")
    (git-test-git "checkout" "--quiet" "main")
    (git-test-write "a" "main")
    (git-test-git "commit" "--quiet" "-a" "-m" "Main")
    (should (eql 1 (call-process "git" nil nil nil "merge" "other")))
    (diffabled-git-refresh)
    (should (member "conflict a" (git-test-lines)))
    (git-test-goto "a")
    (diffabled-git-stage)
    (should (equal (git-test-line) "modified a"))
    (delete-directory ".git" t)
    (git-test-git "init" "--quiet")
    (diffabled-git-refresh)
    (goto-char (point-min))
    (diffabled-git-stage)
    (should (equal (car (git-test-lines)) "Staged (6)"))
    (goto-char (point-min))
    (diffabled-git-unstage)
    (should (equal (car (git-test-lines)) "Untracked (6)"))))

(ert-deftest git-what-git-refuses-is-said ()
  (git-test-with
    (git-test-goto "a")
    (write-region "" nil ".git/index.lock" nil 'quiet)
    (should (string-match-p "index.lock" (cadr (should-error (diffabled-git-stage)
                                                             :type 'user-error))))
    (should (equal (git-test-line) "modified a"))
    (delete-directory ".git" t)
    (should-error (diffabled-git-refresh) :type 'user-error)
    (should (equal (git-test-line) "modified a"))))

(ert-deftest git-visiting-and-diffs ()
  (git-test-with
    (git-test-goto "c" "staged")
    (diffabled-git-diff)
    (with-current-buffer "*git diff*"
      (should (string-match-p "^\\+second c$" (buffer-string))))
    (git-test-goto "c" "unstaged")
    (diffabled-git-diff)
    (with-current-buffer "*git diff*"
      (should (string-match-p "^\\+third c$" (buffer-string))))
    (save-window-excursion
      (diffabled-view-act)
      (should (equal (file-name-nondirectory buffer-file-name) "c"))
      (kill-buffer))
    (git-test-goto "d")
    (should-error (diffabled-view-act) :type 'user-error)))

(ert-deftest git-one-buffer-and-one-daemon-for-a-repository ()
  (let (connection)
    (git-test-with
      (let ((buffer (current-buffer)))
        (setq connection (diffabled-list-conversation diffabled-view-list))
        (make-directory "below")
        (with-temp-buffer
          (setq default-directory (expand-file-name "below/" directory))
          (diffabled-git-status)
          (should (eq (current-buffer) buffer)))
        (should (eq (window-buffer) buffer))
        (set-window-buffer nil buffer)
        (set-buffer buffer)))
    (should-not (diffabled-connection-process connection))))

(provide 'git-test)
;;; git-test.el ends here
