;;; following-test.el --- A list that fell behind comes right again  -*- lexical-binding: t; -*-

;;; Code:

(require 'test-edits)

(defconst following-test-letters '(:sections [(:id "s" :items ["a" "b" "c" "d"])]))

(defmacro following-test-with (names options &rest body)
  "Evaluate BODY with a connection, a list of letters and its changes.
They are bound to NAMES, the last change first; OPTIONS are those of the
data source.  What `following-test-tamper' was given happens first."
  (declare (indent 2))
  (pcase-let ((`(,connection ,letters ,told) names))
    `(test-with-connection ,connection
       (let* ((following-test-tamper nil)
              (,letters (diffabled-open ,connection "letters" :document following-test-letters
                                        :options ,options))
              (,told nil))
         (ignore ,letters)
         (diffabled-on-change ,letters (lambda (change) (push change ,told)))
         (advice-add 'diffabled--follow :around #'following-test-follow)
         (unwind-protect (test-without-debugger ,@body)
           (advice-remove 'diffabled--follow #'following-test-follow))))))

(defvar following-test-tamper nil
  "What happens to the next announcements.
It is `lose', or a function that changes the items.")

(defun following-test-follow (follow list params)
  "Call FOLLOW with LIST and PARAMS, unless something happens to them."
  (pcase (pop following-test-tamper)
    ('nil (funcall follow list params))
    ('lose)
    (change (funcall change (plist-get (plist-get params :changes) :items))
            (funcall follow list params))))

(defun following-test-rows (letters identifiers)
  "Return the rows of LETTERS with IDENTIFIERS."
  (mapcar (lambda (identifier) (diffabled-list-row letters identifier)) identifiers))

(ert-deftest following-a-gap-is-closed-by-what-changed ()
  (following-test-with (connection letters told) nil
    (let ((rows (following-test-rows letters '("d" "c" "a"))))
      (push 'lose following-test-tamper)
      (diffabled-edit letters '(:op "reverseItems"))
      (should (= (diffabled-list-revision letters) 1))
      (diffabled-edit letters '(:op "deleteItems" :items ["b"]) :animatingDifferences :false)
      (test-check connection letters)
      (should (equal (mapcar (lambda (change)
                               (list (diffabled-change-from-revision change)
                                     (diffabled-change-revision change)
                                     (diffabled-change-reset change)
                                     (diffabled-change-animated change)))
                             told)
                     '((1 3 nil nil))))
      (test-same-entries (diffabled-list-rows letters) rows))))

(ert-deftest following-a-gap-that-the-history-does-not-reach ()
  (following-test-with (connection letters told) '(:history 1)
    (let ((rows (following-test-rows letters '("d" "c" "a"))))
      (dotimes (_ 3)
        (push 'lose following-test-tamper)
        (diffabled-edit letters '(:op "reverseItems")))
      (diffabled-edit letters '(:op "deleteItems" :items ["b"]))
      (test-check connection letters)
      (should (equal (mapcar #'diffabled-change-reset told) '(t)))
      (test-same-entries (diffabled-list-rows letters) rows))))

(ert-deftest following-changes-that-do-not-fit-leave-nothing-half-done ()
  (dolist (lie (list (lambda (items) (following-test-put items :moves :count 9))
                     (lambda (items) (following-test-put items :moves :to [7 0]))
                     (lambda (items) (following-test-put items :moves :from "no"))
                     (lambda (items) (following-test-add items :inserts '(:at [0 0] :items ["a"])))
                     (lambda (items) (following-test-add items :inserts
                                                         '(:at [0 0] :items [(:id nil)])))
                     (lambda (items) (following-test-add items :reloads '(:at [0 0] :items ["c"])))
                     (lambda (items) (following-test-add items :deletes '(:at [0 -1] :count 1)))
                     (lambda (items) (following-test-add items :deletes '(:at [0 0] :count 0)))
                     (lambda (items) (following-test-add items :deletes '(:at 5 :count 1)))))
    (following-test-with (connection letters told) nil
      (test-with-warnings warnings
        (let ((rows (diffabled-list-rows letters)) heard)
          (push lie following-test-tamper)
          (diffabled-on-notification
           connection
           (lambda (&rest _)
             (setq heard t)
             (test-same-entries rows (diffabled-list-rows letters))
             (test-same-entries rows (diffabled-section-rows
                                      (car (diffabled-list-sections letters))))
             (test-same-entries rows (following-test-rows letters '("a" "b" "c" "d")))))
          (diffabled-edit letters '(:op "moveItem" :item "d" :beforeItem "a"))
          (test-check connection letters)
          (should heard)
          (should (= (length warnings) 1))
          (should (string-match-p "read anew" (car warnings)))
          (should (equal (mapcar #'diffabled-change-reset told) '(t)))
          (test-same-entries (diffabled-list-rows letters)
                             (cons (nth 3 rows) (seq-take rows 3))))))))

(defun following-test-put (items kind name value)
  "Let the member NAME of the first change of KIND in ITEMS be VALUE."
  (plist-put (aref (plist-get items kind) 0) name value))

(defun following-test-add (items kind run)
  "Add RUN to the changes of KIND in ITEMS."
  (plist-put items kind (vconcat (plist-get items kind) (list run))))

(ert-deftest following-reload-data-keeps-the-rows ()
  (following-test-with (connection letters told) nil
    (let ((rows (diffabled-list-rows letters)))
      (diffabled-apply letters '(:sections [(:id "t" :items ["d" (:id "a" :content :null) "e"])])
                       :mode "reloadData")
      (test-check connection letters)
      (should (= (length told) 1))
      (should (diffabled-change-reset (car told)))
      (test-same-entries (diffabled-change-moved (car told)) (list (nth 3 rows) (nth 0 rows)))
      (test-same-entries (diffabled-change-deleted (car told)) (list (nth 1 rows) (nth 2 rows)))
      (should (eq (diffabled-row-content (nth 0 rows)) :null))
      (should (eq (diffabled-row-section (nth 0 rows)) (car (diffabled-list-sections letters)))))))

(ert-deftest following-formats-that-are-not-replayed ()
  (dolist (format '("sequential" "staged" "none"))
    (test-with-connection connection
      (let* ((edits (test-edits connection "letters" (cl-make-random-state 4) 20))
             (letters (diffabled-open connection "letters" :document (test-document edits)
                                      :options (list :changeFormat format)))
             (follower (progn (test-check connection letters) (test-follower letters))))
        (dotimes (_ 10)
          (test-step edits letters)
          (test-follower-check follower connection))))))

(ert-deftest following-one-that-is-closed-and-made-anew ()
  (following-test-with (connection letters told) nil
    (diffabled-request connection "dataSource/close" '(:dataSource "letters"))
    (should-not (diffabled-list-rows letters))
    (should (eql (diffabled-list-revision letters) 0))
    (should (= (length (diffabled-change-deleted (car told))) 4))
    (diffabled-request connection "dataSource/create"
                       `(:dataSource "letters" :snapshot ,following-test-letters))
    (test-check connection letters)
    (should (= (length (diffabled-list-rows letters)) 4))))

(ert-deftest following-one-that-others-made ()
  (following-test-with (connection letters told) nil
    (diffabled-edit letters '(:op "reverseItems"))
    (let* ((other (diffabled-attach connection "letters" :headers t))
           (follower (test-follower other))
           (edits (test-edits connection "letters" (cl-make-random-state 5) 20)))
      (should (equal (diffabled-list-document other) (diffabled-list-document letters)))
      (should (eq (car (diffabled-list-entries other)) (car (diffabled-list-sections other))))
      (dotimes (_ 10)
        (test-step edits letters)
        (test-follower-check follower connection)))))

(ert-deftest following-outlines ()
  (following-test-with (connection letters told) nil
    (diffabled-request connection "dataSource/applySection"
                       '( :dataSource "letters" :section "s"
                          :snapshot (:items ["a" (:id "b" :expanded t :children ["c" "d"])])))
    (let ((rows (following-test-rows letters '("b" "c"))))
      (should (diffabled-row-expanded (car rows)))
      (should (= (diffabled-row-number-of-children (car rows)) 2))
      (should (= (diffabled-row-level (cadr rows)) 1))
      (should (memq (car rows) (diffabled-change-updated (car told))))
      (should (equal (diffabled--tree-document (diffabled-list-rows letters))
                     '(:items ["a" (:id "b" :expanded t :children ["c" "d"])])))
      (test-check connection letters))))

(ert-deftest following-a-view-and-its-window ()
  (following-test-with (connection letters told) nil
    (if (not (diffabled--has-views connection))
        (should-error (diffabled-open-view connection "view" '(:of "letters"))
                      :type 'diffabled-unsupported-server)
      (let ((view (diffabled-open-view connection "view" '( :of "letters"
                                                            :window (:offset 1 :limit 2)))))
        (should (equal (test-identifiers view) '("b" "c")))
        (should (equal (diffabled-list-window view) '(:offset 1 :total 4)))
        (diffabled-update-view view '(:window (:offset 2 :limit 2)))
        (should (equal (test-identifiers view) '("c" "d")))
        (should (equal (diffabled-list-window view) '(:offset 2 :total 4)))))))

(ert-deftest following-merged-announcements-and-overtaken-answers ()
  "A slow reader comes to the end.
It does by what was merged while it did not read; when it has asked
meanwhile, by way of answers that are not the newest."
  (let* ((log (make-temp-file "log"))
         (connection (diffabled-connect :arguments (list "--merge-after-bytes" "1" "--log" log
                                                         "--log-level" "debug")))
         ;; The reload tells the content: two announcements are more than a pipe holds.
         (wide `(:id "wide" :content ,(make-string (ash 1 20) ?x)))
         (rows `(:sections [(:id "s" :items [,wide ,@(number-sequence 0 298)])]))
         origins overtaken)
    (unwind-protect
        (let* ((list (diffabled-open connection "list" :document rows))
               (follower (test-follower list))
               (edit '( :dataSource "list" :edits [(:op "shuffleItems" :seed 1)
                                                   (:op "reloadItems" :items ["wide"])])))
          (diffabled-on-change list (lambda (change) (push (diffabled-change-origin change) origins)))
          (cl-letf* ((reset (symbol-function 'diffabled--reset))
                     ((symbol-function 'diffabled--reset)
                      (lambda (list contents &rest quietly)
                        (push (< (plist-get contents :revision) (diffabled-list-newest list))
                              overtaken)
                        (apply reset list contents quietly))))
            (dolist (asks '(nil t nil t nil t))
              (let ((revision (diffabled-list-revision list)) last)
                (setq origins nil overtaken nil)
                (dotimes (_ 100)
                  (diffabled--call connection "dataSource/edit" edit))
                (when asks (diffabled-refresh list))
                (dotimes (_ 100)
                  (setq last (diffabled--call connection "dataSource/edit" edit)))
                ;; The daemon is to have done them all while nobody reads.
                (following-test-await log (diffabled--asked-id last))
                (should (= (diffabled-list-revision list) revision))
                (diffabled--wait connection last)
                (test-follower-check follower connection)
                ;; Who waits for an answer passes over what is merged.
                (if asks
                    (should (memq t overtaken))
                  (should (member "merged" origins)))))))
      (diffabled-close connection)
      (delete-file log))))

(defun following-test-await (log id)
  "Wait until LOG says that the daemon received the edit with ID."
  (with-temp-buffer
    (while (progn (insert-file-contents log nil nil nil t)
                  (goto-char (point-min))
                  (not (search-forward (format "received dataSource/edit, id %d," id) nil t)))
      (call-process "sleep" nil nil nil "0.05"))))

(provide 'following-test)
;;; following-test.el ends here
