;;; faults-test.el --- The vectors catch planted faults  -*- lexical-binding: t; -*-

;;; Commentary:

;; A fault in each thing that a list promises.

;;; Code:

(require 'test-stub)

(defconst faults-planted
  `((numbers-are-their-text
     diffabled--key :filter-return ,(lambda (key) (if (integerp key) (format "%d" key) key)))
    (null-is-no-content
     diffabled--member :filter-return ,(lambda (content) (if (eq content :null) :none content)))
    (rows-are-replaced-when-it-is-read-anew
     diffabled--read-item :around
     ,(lambda (read outcome _known item section)
        (funcall read outcome (make-hash-table) item section)))
    (rows-go-unsaid-with-their-section
     diffabled--replace-sections :around
     ,(lambda (replace replay changes)
        (let ((deleted (diffabled-changed-deleted (diffabled--outcome-changed replay))))
          (funcall replace replay changes)
          (setf (diffabled-changed-deleted (diffabled--outcome-changed replay)) deleted))))
    (rows-move-unsaid-with-their-section
     diffabled--put-in-rows :after
     ,(lambda (replay items)
        (let ((changed (diffabled--outcome-changed replay)))
          (setf (diffabled-changed-moved changed)
                (seq-take (diffabled-changed-moved changed)
                          (cl-loop for run across (plist-get items :moves)
                                   sum (plist-get run :count)))))))
    (moves-land-one-too-far
     diffabled--put-runs :around
     ,(lambda (put entries runs)
        (let ((result (funcall put entries runs)))
          (if (cdr runs) (append (cdr result) (list (car result))) result))))
    (levels-are-not-followed
     diffabled--outline :filter-return ,(lambda (outline) (list (car outline) 0 nil 0)))
    (an-overtaken-answer-is-the-end
     diffabled--reached :before
     ,(lambda (list source)
        (setf (diffabled-list-newest list) (plist-get source :revision))))
    (half-of-what-does-not-fit-is-done
     diffabled--take-out-rows :after
     ,(lambda (replay _items)
        (maphash (lambda (section rows) (setf (diffabled-section-rows section) rows))
                 (diffabled--outcome-rows replay))))
    (the-end-of-history-is-the-end
     diffabled--take-changes :around
     ,(lambda (take list answer failure)
        (unless failure (funcall take list answer failure))))
    (a-reload-is-forgotten-while-it-waits
     diffabled--follow :filter-args
     ,(lambda (arguments)
        (pcase-let ((`(,list ,params) arguments))
          (list list (if (diffabled-list-waiting list)
                         (plist-put (copy-sequence params) :reloadData :false)
                       params)))))
    (tags-of-what-was-passed-over-are-lost
     diffabled--reached :filter-return ,#'last)
    (the-new-daemon-is-followed-from-0
     diffabled--make-again :after
     ,(lambda (list)
        (setf (diffabled-list-revision list) 0
              (diffabled-list-waiting list) nil)))
    (what-is-closed-is-still-shown
     diffabled--forget :override ,#'ignore)
    (what-stayed-is-told-after-a-restart
     diffabled--differs-p :override ,(lambda (&rest _) t))
    (anchors-look-upwards-first
     diffabled-anchor-after :filter-args
     ,(lambda (arguments)
        (let ((change (copy-sequence (car arguments))))
          (cl-callf reverse (diffabled-change-before change))
          (cons change (cdr arguments)))))
    (splices-begin-one-too-low
     diffabled-change-splices :filter-return
     ,(lambda (splices)
        (mapcar (lambda (splice) (cons (1+ (car splice)) (cdr splice))) splices))))
  "Names, each with the advice that plants the fault.")

(defun faults-catch ()
  "Return the name of the first vectors that fail, or nil."
  (cl-loop for file in (directory-files test-vectors t "\\.jsonl\\'")
           unless (condition-case nil
                      (test-with-stub stub (test-lines file) (test-play stub) t)
                    ((error ert-test-failed) nil))
           return (file-name-base file)))

(ert-deftest faults-are-caught ()
  (cl-letf (((symbol-function 'diffabled--warn) #'ignore))
    (should-not (faults-catch))
    (pcase-dolist (`(,name ,function ,how ,fault) faults-planted)
      (advice-add function how fault)
      (unwind-protect
          (message "%s is caught by %s" name (or (faults-catch) (ert-fail name)))
        (advice-remove function fault)))))

(provide 'faults-test)
;;; faults-test.el ends here
