;;; diffabled-git.el --- The state of a git repository as a live list  -*- lexical-binding: t; -*-

;;; Commentary:

;; A buffer with what is untracked, unstaged and staged, one file a line.  Each time git was asked,
;; the whole is applied to a list; staging a file moves its row, and point goes along.
;; README.md beside it says how it is started, and its keys.

;;; Code:

(require 'diffabled-view)

(defgroup diffabled-git nil
  "The state of a git repository as a live list."
  :group 'diffabled)

(defcustom diffabled-git-advance nil
  "Whether point goes to the next file when one is staged or unstaged.
If nil, it goes along with the file."
  :type 'boolean)

(defcustom diffabled-git-untracked "all"
  "Which untracked files are shown: all, or \"normal\" directories of them."
  :type '(choice (const "all") (const "normal") (const "no")))

(defface diffabled-git-section '((t :inherit bold))
  "Face of the lines above files.")

(defface diffabled-git-added '((t :inherit success))
  "Face of what is new.")

(defface diffabled-git-modified '((t :inherit warning))
  "Face of what is modified, renamed or copied.")

(defface diffabled-git-deleted '((t :inherit error))
  "Face of what is deleted or in conflict.")

(defconst diffabled-git--sections
  '(("untracked" . "Untracked") ("unstaged" . "Unstaged") ("staged" . "Staged"))
  "The identifiers of the sections, and what they are called, in their order.")

(defconst diffabled-git--states
  '(("?" "new file" diffabled-git-added) ("A" "new file" diffabled-git-added)
    ("M" "modified" diffabled-git-modified) ("T" "type" diffabled-git-modified)
    ("R" "renamed" diffabled-git-modified) ("C" "copied" diffabled-git-modified)
    ("D" "deleted" diffabled-git-deleted) ("U" "conflict" diffabled-git-deleted))
  "The states of files, what they are called, and their faces.")

(defvar-local diffabled-git--branch nil
  "What the header line says of the branch.")

;;;; Asking git

(defun diffabled-git--call (paths &rest arguments)
  "Call git with ARGUMENTS, and PATHS as its input; return its output in bytes.
PATHS are in bytes too.  Signals a `user-error' when git fails."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (let* ((coding-system-for-read 'binary)
           (coding-system-for-write 'binary)
           (process-environment (append '("GIT_OPTIONAL_LOCKS=0" "LC_ALL=C") process-environment))
           (errors (make-temp-file "git"))
           (status (progn
                     (insert (mapconcat (lambda (path) (concat path "\0")) paths ""))
                     (apply #'call-process-region nil nil "git" t (list t errors) nil
                            "--literal-pathspecs" arguments))))
      (unwind-protect
          (if (eql status 0)
              (buffer-string)
            (user-error "%s" (diffabled-git--failure arguments errors)))
        (delete-file errors)))))

(defun diffabled-git--failure (arguments errors)
  "Return what git with ARGUMENTS wrote into the file ERRORS."
  (with-temp-buffer
    (insert-file-contents errors)
    (format "git %s: %s" (car arguments) (string-trim (buffer-string)))))

(defun diffabled-git--root ()
  "Return the directory of the repository that `default-directory' is in."
  (file-name-as-directory
   (decode-coding-string
    (string-remove-suffix "\n" (diffabled-git--call nil "rev-parse" "--show-toplevel"))
    'utf-8)))

;;;; What git says

(defun diffabled-git--status ()
  "Return the state of the repository, (BRANCH FILES).
A file is (STAGED UNSTAGED PATH FROM): two states, \".\" for none, and
bytes."
  (let ((fields (split-string (diffabled-git--call
                               nil "status" "--porcelain=v2" "--branch" "-z"
                               (concat "--untracked-files=" diffabled-git-untracked))
                              "\0" t))
        (branch "") files)
    (while fields
      (let ((field (pop fields)))
        (pcase (aref field 0)
          (?# (setq branch (diffabled-git--branch-after branch field)))
          (?? (push (list "." "?" (substring field 2) nil) files))
          (?1 (push (diffabled-git--file field 8 nil) files))
          (?2 (push (diffabled-git--file field 9 (pop fields)) files))
          (?u (push (list "." "U" (diffabled-git--path field 10) nil) files)))))
    (list branch (nreverse files))))

(defun diffabled-git--branch-after (branch field)
  "Return BRANCH, what is known of the branch, with what FIELD says."
  (pcase (split-string (substring field 2) " ")
    (`("branch.head" . ,name) (string-join name " "))
    (`("branch.ab" ,ahead ,behind)
     (concat branch (unless (equal ahead "+0") (concat "  ahead " (substring ahead 1)))
             (unless (equal behind "-0") (concat "  behind " (substring behind 1)))))
    (_ branch)))

(defun diffabled-git--file (field number from)
  "Return the file of FIELD, whose path has NUMBER others before it, renamed FROM."
  (list (substring field 2 3) (substring field 3 4) (diffabled-git--path field number) from))

(defun diffabled-git--path (field number)
  "Return what is behind NUMBER spaces in FIELD."
  (let ((start 0))
    (dotimes (_ number)
      (setq start (1+ (string-match " " field start))))
    (substring field start)))

;;;; What is shown

(defun diffabled-git--identifier (path)
  "Return PATH, in bytes, as an identifier, also if it is no UTF-8."
  (let ((text (decode-coding-string path 'utf-8-unix)))
    (if (equal (encode-coding-string text 'utf-8-unix) path)
        (if (seq-some (lambda (character) (> character #x10FFFF)) text)
            (vector "bytes" (decode-coding-string path 'latin-1-unix))
          text)
      (vector "bytes" (decode-coding-string path 'latin-1-unix)))))

(defun diffabled-git--bytes (name)
  "Return the path of NAME, what `diffabled-git--identifier' made, in bytes."
  (if (stringp name)
      (encode-coding-string name 'utf-8-unix)
    (encode-coding-string (aref name 1) 'latin-1-unix)))

(defun diffabled-git--document (files)
  "Return FILES as a document; sections without files are not in it."
  (let (untracked unstaged staged)
    (pcase-dolist (`(,index ,worktree ,path ,from) files)
      (let* ((name (diffabled-git--identifier path))
             (from (and from (diffabled-git--identifier from)))
             (is-staged (not (equal index "."))))
        (cond ((equal worktree "?") (push (diffabled-git--item name name "?" nil) untracked))
              ((not (equal worktree "."))
               ;; A file may be in both sections; what is staged has its identifier.
               (push (diffabled-git--item (if is-staged (vector name "rest") name)
                                          name worktree (and (equal worktree "R") from))
                     unstaged)))
        (when is-staged
          (push (diffabled-git--item name name index (and (member index '("R" "C")) from))
                staged))))
    (list :sections
          (cl-loop for (id . _) in diffabled-git--sections
                   for items in (list untracked unstaged staged)
                   when items vconcat (list (list :id id :items (vconcat (nreverse items))))))))

(defun diffabled-git--item (identifier name state from)
  "Return an item IDENTIFIER of the file NAME in STATE, which was FROM."
  `(:id ,identifier :content (:name ,name :state ,state ,@(and from (list :from from)))))

(defun diffabled-git--line (entry)
  "Return the line of ENTRY, a row or a section."
  (if (diffabled-section-p entry)
      (propertize (format "%s (%d)"
                          (cdr (assoc (diffabled-section-identifier entry)
                                      diffabled-git--sections))
                          (length (diffabled-section-rows entry)))
                  'face 'diffabled-git-section)
    (pcase-let* ((content (diffabled-row-content entry))
                 (`(,_ ,word ,face) (assoc (plist-get content :state) diffabled-git--states))
                 (from (plist-get content :from)))
      (concat (if (diffabled-view-marked-p entry) "* " "  ")
              (propertize (format "%-9s " word) 'face face)
              (and from (concat (diffabled-git--text from) " → "))
              (diffabled-git--text (plist-get content :name))))))

(defun diffabled-git--text (name)
  "Return the file NAME as it is shown."
  (decode-coding-string (diffabled-git--bytes name) 'utf-8-unix))

;;;; The buffer

(defvar diffabled-git-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map diffabled-view-mode-map)
    (define-key map "s" #'diffabled-git-stage)
    (define-key map "u" #'diffabled-git-unstage)
    (define-key map "d" #'diffabled-git-diff)
    (define-key map (kbd "DEL") #'diffabled-view-unmark)
    map)
  "Keys of `diffabled-git-mode'.")

(define-derived-mode diffabled-git-mode diffabled-view-mode "Git"
  "Major mode of buffers that show the state of a git repository.
\\<diffabled-git-mode-map>\\[diffabled-git-stage] and \\[diffabled-git-unstage] stage and unstage the file at point, the
marked ones, or on the line above files all of them."
  (setq-local revert-buffer-function #'diffabled-git--revert)
  (setq header-line-format '(:eval (diffabled-git--header-line)))
  (setq diffabled-view-action #'diffabled-git-visit))

;;;###autoload
(defun diffabled-git-status ()
  "Show the state of the git repository that this directory is in."
  (interactive)
  (let* ((default-directory (diffabled-git--root))
         (buffer (or (cl-find-if #'diffabled-git--shows-p (buffer-list))
                     (diffabled-git--make))))
    (pop-to-buffer-same-window buffer)
    (diffabled-git-refresh)))

(defun diffabled-git--shows-p (buffer)
  "Return whether BUFFER shows the repository in `default-directory'."
  (and (provided-mode-derived-p (buffer-local-value 'major-mode buffer) 'diffabled-git-mode)
       (equal (buffer-local-value 'default-directory buffer) default-directory)))

(defun diffabled-git--make ()
  "Return a new buffer for the repository in `default-directory'."
  (let* ((connection (diffabled-connect))
         (list (diffabled-open connection "status" :headers t))
         (name (file-name-nondirectory (directory-file-name default-directory)))
         (directory default-directory))
    (with-current-buffer (generate-new-buffer (format "*git %s*" name))
      (diffabled-git-mode)
      (setq default-directory directory)
      (add-hook 'kill-buffer-hook (lambda () (diffabled-close connection)) nil t)
      (diffabled-view list (current-buffer) #'diffabled-git--line))))

(defun diffabled-git--header-line ()
  "Return what stands above the list."
  (concat " " diffabled-git--branch "  "
          (propertize (abbreviate-file-name default-directory) 'face 'shadow)
          (unless (diffabled-list-rows diffabled-view-list) "  Nothing has changed.")))

(defun diffabled-git--revert (&rest _)
  "Ask git anew."
  (diffabled-git-refresh))

(defun diffabled-git-refresh ()
  "Ask git anew, and show what it says."
  (pcase-let ((`(,branch ,files) (diffabled-git--status)))
    (setq diffabled-git--branch (decode-coding-string branch 'utf-8))
    (diffabled-apply diffabled-view-list (diffabled-git--document files))
    (force-mode-line-update)))

;;;; Commands

(defun diffabled-git--bytes-of (row)
  "Return the path of the file of ROW, in bytes."
  (diffabled-git--bytes (plist-get (diffabled-row-content row) :name)))

(defun diffabled-git--chosen ()
  "Return the marked rows, or that at point, or those below the line at point."
  (let ((entry (diffabled-view-entry)))
    (or (diffabled-view-marks)
        (if (diffabled-section-p entry)
            (diffabled-section-rows entry)
          (and entry (list entry)))
        (user-error "There is no file here"))))

(defun diffabled-git-stage ()
  "Stage the file at point, the marked ones, or all below the line at point."
  (interactive)
  (diffabled-git--move '("untracked" "unstaged") "add" "--all"))

(defun diffabled-git-unstage ()
  "Unstage the file at point, the marked ones, or all below the line at point."
  (interactive)
  (diffabled-git--move '("staged") "reset" "--quiet"))

(defun diffabled-git--move (sections &rest arguments)
  "Call git with ARGUMENTS for the chosen files that are in SECTIONS."
  (let* ((rows (cl-remove-if-not
                (lambda (row)
                  (member (diffabled-section-identifier (diffabled-row-section row)) sections))
                (diffabled-git--chosen)))
         (row (car (memq (diffabled-view-row) rows)))
         (next (and row (diffabled-git--next row rows))))
    (unless rows (user-error "There is nothing to do"))
    (apply #'diffabled-git--call
           (mapcan (lambda (row)
                     (let ((from (plist-get (diffabled-row-content row) :from)))
                       (cons (diffabled-git--bytes-of row)
                             (and from (list (diffabled-git--bytes from))))))
                   rows)
           `(,@arguments "--pathspec-from-file=-" "--pathspec-file-nul"))
    (mapc #'diffabled-view-unmark rows)
    (diffabled-git-refresh)
    (diffabled-git--follow row next)))

(defun diffabled-git--next (row rows)
  "Return the row of its section behind ROW, or else before it, not of ROWS."
  (let* ((all (diffabled-section-rows (diffabled-row-section row)))
         (behind (memq row all)))
    (or (cl-find-if-not (lambda (each) (memq each rows)) behind)
        (cl-find-if-not (lambda (each) (memq each rows)) (reverse (butlast all (length behind)))))))

(defun diffabled-git--follow (row next)
  "Let point be where ROW is now, or on NEXT if that is wanted and there.
A row that is there still has point already."
  (when row
    (or (and diffabled-git-advance next (diffabled-view-goto next))
        (let* ((name (plist-get (diffabled-row-content row) :name))
               (whole (diffabled-list-row diffabled-view-list name)))
          ;; The rest of a file is staged with the file.
          (unless (or (eq row whole)
                      (diffabled-list-row diffabled-view-list (diffabled-row-identifier row)))
            (and whole (diffabled-view-goto whole)))))))

(defun diffabled-git-visit (row)
  "Visit the file of ROW."
  (let ((file (expand-file-name (diffabled-git--file-name row))))
    (unless (file-exists-p file)
      (user-error "%s is not there" file))
    (find-file file)))

(defun diffabled-git--file-name (row)
  "Return the file of ROW as Emacs names it."
  (decode-coding-string (diffabled-git--bytes-of row)
                        (or file-name-coding-system default-file-name-coding-system 'utf-8)))

(defun diffabled-git-diff ()
  "Show what has changed in the file at point, staged or unstaged as the row is."
  (interactive)
  (let* ((row (or (diffabled-view-row) (user-error "There is no file here")))
         (staged (equal (diffabled-section-identifier (diffabled-row-section row)) "staged"))
         (text (apply #'diffabled-git--call nil
                      `("diff" ,@(and staged '("--cached")) "--" ,(diffabled-git--bytes-of row)))))
    (with-current-buffer (get-buffer-create "*git diff*")
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert (decode-coding-string text 'utf-8)))
      (diff-mode)
      (setq buffer-read-only t)
      (goto-char (point-min))
      (display-buffer (current-buffer)))))

(provide 'diffabled-git)
;;; diffabled-git.el ends here
