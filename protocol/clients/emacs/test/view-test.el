;;; view-test.el --- A list in a buffer  -*- lexical-binding: t; -*-

;;; Code:

(require 'test-edits)

(defun view-test-name (entry)
  "Return the line of ENTRY, with all that it shows."
  (format "%S %S %s" (diffabled--identifier entry) (diffabled--content entry)
          (if (diffabled-row-p entry)
              (list (diffabled-row-level entry) (diffabled-row-expanded entry)
                    (diffabled-row-number-of-children entry) (diffabled-view-marked-p entry))
            (length (diffabled-section-rows entry)))))

(defmacro view-test-with (names document options &rest body)
  "Evaluate BODY with a list that shows DOCUMENT in two windows.
NAMES are bound to the list and the windows; OPTIONS are arguments of
`diffabled-view'."
  (declare (indent 3))
  `(view-test-call ,document (list ,@options) (lambda (,@names &rest _) ,@body)))

(defun view-test-call (document options function)
  "Show a list of DOCUMENT by OPTIONS; call FUNCTION with it and two windows."
  (test-with-connection connection
    (let ((list (diffabled-open connection "list" :document document)))
      (view-test-in-windows list options
        (lambda (one other)
          (test-without-debugger (funcall function list one other)))))))

(defun view-test-in-windows (list options function)
  "Show LIST in two windows, by OPTIONS; call FUNCTION with them in the buffer."
  (declare (indent 2))
  (delete-other-windows)
  (set-frame-size nil 80 50)
  (switch-to-buffer (apply #'diffabled-view list "*list*" #'view-test-name options))
  (let ((one (selected-window)) (other (split-window)))
    (unwind-protect (funcall function one other)
      (delete-other-windows one)
      (kill-buffer "*list*"))))

(defun view-test-numbers (count)
  "Return a document with COUNT numbers."
  `(:sections [(:id "s" :items ,(vconcat (number-sequence 0 (1- count))))]))

(defun view-test-check (list)
  "Fail unless the buffer shows LIST, each line with its entry."
  (let ((entries (diffabled-list-entries list)))
    (should (equal (buffer-substring-no-properties (point-min) (point-max))
                   (mapconcat (lambda (entry)
                                (concat (string-replace-newlines (view-test-name entry)) "\n"))
                              entries "")))
    (save-excursion
      (goto-char (point-min))
      (dolist (entry entries)
        (should (eq (diffabled-view-entry) entry))
        (forward-line)))))

(defun string-replace-newlines (string)
  "Return STRING in one line."
  (subst-char-in-string ?\n ?␤ string))

;;;; Places

(defun view-test-places ()
  "Return where the points and the mark are, as `view-test-place' does."
  (cons
   (view-test-place (mark t) nil)
   (mapcar (lambda (window) (view-test-place (window-point window) window))
           (get-buffer-window-list nil t t))))

(defun view-test-place (position window)
  "Return what is at POSITION: its entry and offset.
Of a WINDOW also the lines from its top, its height, and how many rows
there are from its top on, if that is not the first."
  (save-excursion
    (goto-char position)
    (let ((top (and window (1- (line-number-at-pos (window-start window))))))
      (list (diffabled-view-entry) (- (point) (line-beginning-position))
            (and window (- (1- (line-number-at-pos position)) top))
            (and window (window-body-height window))
            (and window (> top 0) (- (line-number-at-pos (point-max)) 1 top))))))

(defun view-test-expected (place before after)
  "Return where PLACE is to be, in the entries AFTER, if it was in BEFORE."
  (pcase-let ((`(,entry ,offset ,lines ,height ,rows) place))
    (let* ((behind (memq entry before))
           (near (lambda (each) (and (diffabled-row-p each) (memq each after))))
           (to (if (memq entry after)
                   entry
                 (or (cl-find-if near behind)
                     (cl-find-if near (reverse (butlast before (length behind)))))))
           (line (or (cl-position to after) 0)))
      (list (or to (car after)) (if (eq to entry) offset 0)
            (and lines
                 (- line (max 0 (min (- line lines)
                                     ;; As many rows as there were, or what fits.
                                     (- (length after)
                                        (min height (or rows height)))))))))))

(defun view-test-place-randomly (edits)
  "Put points and mark somewhere, each window so that point is in sight."
  (set-marker (mark-marker) (view-test-random-position edits))
  (dolist (window (get-buffer-window-list nil t t))
    (let ((position (view-test-random-position edits)))
      (set-window-point window position)
      (set-window-start window (save-excursion
                                 (goto-char position)
                                 (forward-line (- (test-random edits 10)))
                                 (point))
                        t))))

(defun view-test-random-position (edits)
  "Return a position on a line, as EDITS have it."
  (save-excursion
    (goto-char (point-min))
    (forward-line (test-random edits (max 1 (count-lines (point-min) (point-max)))))
    (min (line-end-position) (+ (point) (test-random edits 8)))))

(defun view-test-delete-rows-of (list places)
  "Delete the rows of LIST that are at PLACES; without any, reverse it."
  (let ((rows (cl-delete-duplicates (cl-remove-if-not #'diffabled-row-p (mapcar #'car places)))))
    (diffabled-edit list (if rows
                             `(:op "deleteItems" :items ,(vconcat (test-names rows)))
                           '(:op "reverseItems")))))

(defun view-test-compare-places (expected)
  "Fail unless all places are as EXPECTED, as far as the lines are long."
  (cl-loop for (entry offset lines) in expected
           for (shown-entry shown-offset shown-lines) in (view-test-places)
           do (should (eq entry shown-entry))
           (should (= shown-offset
                      (min offset (if entry (length (view-test-name entry)) 0))))
           (should (equal lines shown-lines))))

(defun view-test-random (seed steps &rest options)
  "Hold a view against its list after each of STEPS edits of SEED.
OPTIONS are those of the list."
  (test-with-warnings warnings
    (test-with-connection connection
      (let* ((edits (test-edits connection "list" (cl-make-random-state seed) 150))
             (list (apply #'diffabled-open connection "list" :document (test-document edits)
                          options))
             (follower (test-follower list)))
        (view-test-in-windows list nil
          (lambda (&rest _)
            (dolist (row (seq-take (diffabled-list-rows list) 20))
              (diffabled-view-mark row))
            (dotimes (step steps)
              (view-test-step edits list (% step 7))
              (test-follower-check follower connection))
            (should (>= (test-follower-changes follower) steps))))))
    (should-not warnings)))

(defun view-test-step (edits list number)
  "Change LIST by EDITS, and compare the view.
When NUMBER is 0, put the points elsewhere first; when it is 4, delete
the rows that they are on."
  (when (= number 0) (view-test-place-randomly edits))
  (let* ((before (diffabled-list-entries list))
         (places (view-test-places))
         (marks (diffabled-view-marks)))
    (if (= number 4)
        (view-test-delete-rows-of list places)
      (test-step edits list))
    (view-test-check list)
    (view-test-compare-places
     (mapcar (lambda (place)
               (view-test-expected place before (diffabled-list-entries list)))
             places))
    (test-same-sets (cl-remove-if-not (lambda (row) (memq row (diffabled-list-rows list))) marks)
                    (diffabled-view-marks))))

(ert-deftest view-500-random-edits ()
  (view-test-random 7 500))

(ert-deftest view-random-edits-with-headers ()
  (view-test-random 8 100 :headers t))

(ert-deftest view-shuffle-of-10000-rows ()
  "Nothing of what is kept is lost."
  (view-test-with (list one other) (view-test-numbers 10000) nil
    (let* ((rows (diffabled-list-rows list))
           (marked (cl-loop for row in rows by (lambda (rest) (nthcdr 200 rest)) collect row))
           places)
      (mapc #'diffabled-view-mark marked)
      (set-marker (mark-marker) (+ 3 (diffabled-view--position 9999)))
      (cl-loop for (window line) in `((,one 5000) (,other 20))
               do (set-window-point window (1+ (diffabled-view--position line)))
               (set-window-start window (diffabled-view--position (- line 7)) t))
      (setq places (view-test-places))
      (diffabled-edit list '(:op "shuffleItems" :seed 3))
      (should-not (equal (test-names rows) (test-names (diffabled-list-rows list))))
      (view-test-check list)
      (view-test-compare-places
       (mapcar (lambda (place) (view-test-expected place rows (diffabled-list-rows list))) places))
      (should (eq (diffabled-view-row (window-point one)) (nth 5000 rows)))
      (test-same-sets marked (diffabled-view-marks)))))

(ert-deftest view-does-as-the-vectors-say ()
  (dolist (story '("outlines" "restart-outlines" "reload-data" "headers" "contents"))
    (test-with-stub stub (test-lines (format "%s%s.jsonl" test-vectors story))
      (setf (test-stub-watch stub)
            (lambda (list)
              (switch-to-buffer (diffabled-view list "*list*" #'view-test-name))
              (lambda () (view-test-check list))))
      (test-with-warnings warnings
        (test-play stub)
        (should-not warnings))
      (kill-buffer "*list*"))))

(ert-deftest view-anchors ()
  "Fifty rows come above all, and fifty below the first row."
  (cl-loop
   for (anchor line expected-line expected-lines) in
   '((keep 0 50 0) (keep 9 109 4) (top 0 0 0) (top 9 109 4)
     (end 9 109 4) (end 199 299 5) (keep 199 299 5))
   do (view-test-with (list one) (view-test-numbers 200) (:anchor anchor)
        (set-window-point one (diffabled-view--position line))
        (set-window-start one (diffabled-view--position (max 0 (- line expected-lines))) t)
        (diffabled-edit
         list `((:op "insertItems" :beforeItem 0 :items ,(vconcat (number-sequence 1000 1049)))
                (:op "insertItems" :afterItem 0 :items ,(vconcat (number-sequence 2000 2049)))))
        (should (= (1- (line-number-at-pos (window-point one))) expected-line))
        (should (= (- (line-number-at-pos (window-point one))
                      (line-number-at-pos (window-start one)))
                   expected-lines))))
  (view-test-with (list one) (view-test-numbers 20) (:anchor 'end)
    (set-window-point one (diffabled-view--position 19))
    (diffabled-edit list '(:op "appendItems" :items ["a" "b"]))
    (should (equal (diffabled-row-identifier (diffabled-view-row (window-point one))) "b"))))

(ert-deftest view-point-of-a-row-that-goes ()
  (view-test-with (list) (view-test-numbers 5) nil
    (diffabled-view-goto (diffabled-list-row list 3))
    (cl-loop for (item next) in '((3 4) (4 2) (0 2) (2 1))
             do (diffabled-edit list `(:op "deleteItems" :items ,(vector item)))
             (should (eql (diffabled-row-identifier (diffabled-view-row)) next)))
    (diffabled-edit list '(:op "deleteAllItems"))
    (should (equal (buffer-string) ""))
    (should-not (diffabled-view-row))
    (should-error (diffabled-view-act) :type 'user-error)
    (diffabled-edit list '(:op "appendSections" :sections [(:id "t" :items ["a" "b"])]))
    (should (equal (diffabled-row-identifier (diffabled-view-row)) "a"))
    (view-test-check list)))

(defun view-test-type (keys)
  "Do what KEYS do, words of one key."
  (dolist (key (split-string keys))
    (call-interactively (key-binding (kbd key)))))

(ert-deftest view-keys ()
  (view-test-with (list) (view-test-numbers 9) nil
    (let* ((rows (diffabled-list-rows list))
           acted)
      (setq diffabled-view-action (lambda (row) (setq acted row)))
      (view-test-type "n n p m m n m RET")
      (test-same-entries (diffabled-view-marks) (list (nth 1 rows) (nth 2 rows) (nth 4 rows)))
      (should (eq acted (nth 5 rows)))
      (view-test-check list)
      (view-test-type "p p u")
      (test-same-entries (diffabled-view-marks) (list (nth 1 rows) (nth 2 rows) (nth 4 rows)))
      (view-test-type "u U")
      (should-not (diffabled-view-marks))
      (should (eq (diffabled-view-row) (nth 5 rows)))
      (view-test-check list)
      (should buffer-read-only)
      (should-not (buffer-modified-p))
      (should (eq buffer-undo-list t)))))

(ert-deftest view-g-prints-and-reads-anew ()
  (view-test-with (list) (view-test-numbers 9) nil
    (let ((rows (diffabled-list-rows list)) told)
      (diffabled-view-goto (nth 4 rows))
      (let ((inhibit-read-only t)) (insert "damage\n"))
      (diffabled-on-change list (lambda (change) (setq told change)))
      (view-test-type "g")
      (test-until (lambda () told))
      (should (diffabled-change-reset told))
      (view-test-check list)
      (test-same-entries rows (diffabled-list-rows list)))))

(ert-deftest view-whatever-a-printer-does ()
  (view-test-with (list) (view-test-numbers 3) nil
    (setq diffabled-view--printer
          (lambda (row) (pcase (diffabled-row-identifier row)
                          (0 "two\nlines") (1 (error "No")) (_ 'symbol))))
    (diffabled-view-redraw)
    (should (equal (buffer-string) "two␤lines\nNo\nsymbol\n"))
    (diffabled-edit list '(:op "reverseItems"))
    (should (equal (buffer-string) "symbol\nNo\ntwo␤lines\n"))))

(ert-deftest view-faces-are-drawn-anew ()
  (view-test-with (list) (view-test-numbers 3) nil
    (let ((face 'bold))
      (setq diffabled-view--printer (lambda (_) (propertize "same" 'face face)))
      (diffabled-view-redraw)
      (setq face 'italic)
      (diffabled-edit list '(:op "reconfigureItems" :items [1]))
      (should (equal (mapcar (lambda (line)
                               (get-text-property (diffabled-view--position line) 'face))
                             '(0 1 2))
                     '(bold italic bold))))))

(ert-deftest view-that-is-gone-follows-no-more ()
  (test-with-connection connection
    (let* ((list (diffabled-open connection "list" :document (view-test-numbers 3)))
           (handlers (lambda () (length (diffabled--handlers-registrations
                                         (diffabled-list-handlers list))))))
      (diffabled-view list "*list*" #'view-test-name)
      (diffabled-view list "*list*" #'view-test-name)
      (should (= (funcall handlers) 1))
      (kill-buffer "*list*")
      (should (= (funcall handlers) 0))
      (with-current-buffer (diffabled-view list "*list*" #'view-test-name)
        (text-mode))
      (should (= (funcall handlers) 0))
      (kill-buffer "*list*"))))

(ert-deftest view-says-that-there-is-no-daemon ()
  (view-test-with (list) (view-test-numbers 3) nil
    (let ((connection (diffabled-list-conversation list)))
      (should (equal (diffabled-view--mode-line) ""))
      (setf (diffabled-connection-restart connection) nil)
      (test-kill connection)
      (test-until (lambda () (not (diffabled-list-revision list))))
      (should (equal (diffabled-view--mode-line) " no daemon"))
      (view-test-check list))))

;;;; Planted faults

(defconst view-test-faults
  `((lines-are-not-drawn-anew diffabled-view--redraw-entries :override ,#'ignore)
    (point-stays-on-its-line
     diffabled-view--new-line :override
     ,(lambda (place &rest _) (diffabled-view--place-line place)))
    (columns-are-lost
     diffabled-view--place-at :filter-return
     ,(lambda (place) (setf (diffabled-view--place-offset place) 0) place))
    (windows-stay-where-they-were
     diffabled-view--place-at :filter-return
     ,(lambda (place) (setf (diffabled-view--place-lines place) nil) place))
    (one-window-is-kept
     diffabled-view--places :filter-return ,#'butlast)
    (the-mark-is-lost
     diffabled-view--places :filter-return ,#'cdr)
    (rows-that-go-leave-their-place-upwards
     diffabled-anchor-after :filter-args
     ,(lambda (arguments)
        (let ((change (copy-sequence (car arguments))))
          (cl-callf reverse (diffabled-change-before change))
          (cons change (cdr arguments)))))
    (splices-are-drawn-without-those-before
     diffabled-view--draw :around
     ,(lambda (draw change)
        (cl-letf* ((splices (diffabled-change-splices change))
                   ((symbol-function 'diffabled-change-splices) (lambda (_) (last splices))))
          (funcall draw change))))
    (the-hull-is-too-short
     diffabled-change-hull :filter-return
     ,(lambda (hull) (and hull (list (car hull) (1- (nth 1 hull)) (nth 2 hull))))))
  "Names, each with the advice that plants the fault.")

(ert-deftest view-faults-are-caught ()
  (pcase-dolist (`(,name ,function ,how ,fault) view-test-faults)
    (advice-add function how fault)
    (unwind-protect
        (should (or (condition-case nil
                        (progn (view-test-random 7 40) nil)
                      ((ert-test-failed error) t))
                    (ert-fail (list "This is not caught" name))))
      (advice-remove function fault))))

(provide 'view-test)
;;; view-test.el ends here
