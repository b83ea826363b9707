;;; test-edits.el --- Random edits, and what must be so after each  -*- lexical-binding: t; -*-

;;; Code:

(require 'test-stub)
(require 'diffabled-view)

(defmacro test-with-connection (connection &rest body)
  "Evaluate BODY with CONNECTION bound to one with a daemon of its own."
  (declare (indent 1))
  `(let ((,connection (diffabled-connect)))
     (unwind-protect (progn ,@body)
       (diffabled-close ,connection))))

(defmacro test-without-debugger (&rest body)
  "Evaluate BODY as outside of ERT, where errors that are caught open no debugger."
  (declare (indent 0))
  `(let ((failure (condition-case err
                      (let ((debug-on-error nil) (debug-on-quit nil))
                        ,@body
                        nil)
                    ((error quit) err))))
     (when failure (signal (car failure) (cdr failure)))))

(defmacro test-with-warnings (warnings &rest body)
  "Evaluate BODY with WARNINGS bound to those that are given, the last first."
  (declare (indent 1))
  `(let ((,warnings nil))
     (cl-letf (((symbol-function 'diffabled--warn)
                (lambda (&rest words) (push (apply #'format words) ,warnings))))
       ,@body)))

(defun test-until (function)
  "Hear until FUNCTION returns non-nil, for 60 s at most."
  (let ((deadline (+ (float-time) 60)))
    (while (not (funcall function))
      (should (< (float-time) deadline))
      (accept-process-output nil 0.02))))

(defun test-kill (connection)
  "Kill the daemon of CONNECTION."
  (signal-process (diffabled-connection-process connection) 'SIGKILL))

(defun test-identifiers (list)
  "Return the identifiers of the rows of LIST."
  (mapcar #'diffabled-row-identifier (diffabled-list-rows list)))

(defun test-check (connection list)
  "Fail unless LIST is what the daemon of CONNECTION has."
  (test-until (lambda () (not (diffabled-list-waiting list))))
  (test-same (diffabled-request connection "snapshot/contents"
                                (list :dataSource (diffabled-list-name list)))
             (test-shown list '(:window :baseRevision))))

;;;; Random edits

(cl-defstruct (test-edits (:constructor test-edits (connection name chance &optional (size 60))))
  "Edits the list NAME of some SIZE rows in all ways that there are."
  connection name chance size (number 0))

(defun test-random (edits count)
  "Return one of COUNT numbers from 0 on, as EDITS have it."
  (cl-random count (test-edits-chance edits)))

(defun test-pick (edits sequence)
  "Return one element of SEQUENCE, as EDITS have it."
  (elt sequence (test-random edits (length sequence))))

(defun test-shuffled (edits sequence)
  "Return a vector of the elements of SEQUENCE in an order that EDITS have."
  (let ((result (vconcat sequence)))
    (cl-loop for last from (1- (length result)) downto 1
             do (cl-rotatef (aref result last) (aref result (test-random edits (1+ last)))))
    result))

(defun test-new (edits letter)
  "Return an identifier that EDITS do not have yet; LETTER is of rows or sections."
  (let ((number (cl-incf (test-edits-number edits))))
    (test-pick edits (list (format "%s%d" letter number) number (vector letter number)
                           (vector letter (if (cl-evenp number) t :false) :null number)
                           (format "%d" number)))))

(defun test-content (edits)
  "Return a content of EDITS."
  (let ((number (test-edits-number edits)))
    (test-pick edits (list :null nil [] :false 0 number 0.5 (list :name (format "n%d" number))
                           "\U0001F600\nline"))))

(defun test-item (edits)
  "Return a new item of EDITS."
  (let ((new (test-new edits "i")))
    (if (zerop (test-random edits 2)) new (list :id new :content (test-content edits)))))

(defun test-document (edits)
  "Return what EDITS begin with."
  (let ((sections (cl-loop repeat 4 collect (list (test-new edits "S")))))
    (dotimes (_ (test-edits-size edits))
      (push (test-item edits) (cdr (test-pick edits sections))))
    (list :sections (cl-loop for (id . items) in sections
                             vconcat (list (list :id id :items (vconcat items)))))))

(defun test-step (edits list)
  "Change LIST by EDITS in one request, of one edit or a few."
  (let ((kind (test-random edits 20))
        (connection (test-edits-connection edits))
        (revision (or (diffabled-list-revision list) 0)))
    (cond ((= kind 0)
           (diffabled-apply list (test-shuffled-document edits list)
                            :mode (test-pick edits '("diff" "reloadData"))))
          ((and (= kind 1) (> revision 3))
           (diffabled-request connection "dataSource/revert"
                              (list :dataSource (test-edits-name edits)
                                    :toRevision (- revision 1 (test-random edits 3)))))
          ((< kind 14)
           (diffabled-edit list (test-edit edits (plist-get (diffabled-list-document list)
                                                            :sections))))
          (t (diffabled-edit list (test-some-edits edits))))
    (test-until (lambda () (not (diffabled-list-waiting list))))))

(defun test-shuffled-document (edits list)
  "Return what LIST shows, shuffled by EDITS."
  (let ((sections (plist-get (diffabled-list-document list) :sections)))
    (list :sections
          (test-shuffled edits (mapcar (lambda (section)
                                         (plist-put section :items
                                                    (test-shuffled edits (plist-get section :items))))
                                       sections)))))

(defun test-some-edits (edits)
  "Return one to three edits that can follow one another."
  (let* ((connection (test-edits-connection edits))
         (draft '(:snapshot "draft"))
         result)
    (diffabled-request connection "snapshot/create"
                       `(,@draft :from (:dataSource ,(test-edits-name edits))))
    (dotimes (_ (1+ (test-random edits 3)))
      (let ((edit (test-edit edits (plist-get (diffabled-request
                                               connection "snapshot/contents" draft)
                                              :sections))))
        (push edit result)
        (diffabled-request connection "snapshot/edit" `(,@draft :edits ,(vector edit)))))
    (diffabled-request connection "snapshot/release" draft)
    (nreverse result)))

(defun test-edit (edits sections)
  "Return an edit of EDITS that SECTIONS can follow."
  (let* ((ids (mapcar (lambda (section) (plist-get section :id)) sections))
         (rows (cl-loop for section across sections
                        append (mapcar #'diffabled--item-identifier (plist-get section :items)))))
    (cond
     ((not ids) `(:op "appendSections" :sections ,(vector (test-new edits "S"))))
     ((< (length rows) (test-edits-size edits))
      `( :op "appendItems" :toSection ,(test-pick edits ids)
         :items ,(vconcat (cl-loop repeat (1+ (test-random edits 8)) collect (test-item edits)))))
     ((> (length rows) (* 2 (test-edits-size edits)))
      `(:op "replaceItems" :section ,(test-pick edits ids) :items ,(test-few edits rows)))
     ((> (test-random edits 4) 0) (test-edit-of-rows edits ids rows))
     (t (test-edit-of-sections edits ids)))))

(defun test-few (edits rows)
  "Return a few of ROWS as a vector, as EDITS have it."
  (seq-take (test-shuffled edits rows) (1+ (test-random edits 5))))

(defun test-edit-of-rows (edits ids rows)
  "Return an edit of EDITS for some of ROWS, which are in the sections IDS."
  (pcase-let ((few (test-few edits rows))
              (`(,row ,other) (append (seq-take (test-shuffled edits rows) 2) nil))
              (where (test-pick edits '(:beforeItem :afterItem)))
              (section (test-pick edits ids)))
    (test-pick
     edits
     `((:op "moveItem" :item ,row ,where ,other)
       (:op "insertItems" :items ,(vector (test-item edits) (test-item edits)) ,where ,other)
       (:op "deleteItems" :items ,few)
       (:op "moveItems" :items ,few :toSection ,section :at "start")
       (:op "swapItems" :items ,(vector row other))
       (:op "setItems" :items ,(vconcat (mapcar (lambda (id)
                                                  (list :id id :content (test-content edits)))
                                                few)))
       (:op ,(test-pick edits '("reloadItems" "reconfigureItems")) :items ,few)
       (:op "shuffleItems" :section ,section :seed ,(test-random edits 99))
       (:op "reverseItems" :section ,section)
       (:op "setSections" :sections ,(vector (list :id section :content (test-content edits))))))))

(defun test-edit-of-sections (edits ids)
  "Return an edit of EDITS that concerns the sections IDS."
  (pcase-let ((`(,one ,two) (append (seq-take (test-shuffled edits ids) 2) nil)))
    (cond
     ((or (< (length ids) 3) (zerop (test-random edits 3)))
      `( :op "insertSections" :beforeSection ,one
         :sections ,(vector (list :id (test-new edits "S")
                                  :items (vector (test-item edits) (test-item edits))))))
     ((or (> (length ids) 6) (zerop (test-random edits 4)))
      `(:op "deleteSections" :sections ,(vector one)))
     (t `(:op "moveSection" :section ,one :afterSection ,two)))))

;;;; Following

(cl-defstruct (test-follower (:constructor test--follower (list drawn objects)))
  "Holds what a list tells against what it is."
  list
  drawn                                 ; the entries, by splices
  objects                               ; identifiers to rows
  (changes 0) wrong)

(defun test-follower (list)
  "Return a follower of LIST."
  (let ((follower (test--follower list (diffabled-list-entries list) nil)))
    (test-follower-note follower)
    (diffabled-on-change list (lambda (change) (test-follower-hear follower change)))
    follower))

(defun test-follower-note (follower)
  "Note the rows of FOLLOWER, which must be the same objects as before."
  (let ((objects (make-hash-table :test #'equal))
        (rows (diffabled-list-rows (test-follower-list follower))))
    (dolist (row rows)
      (let* ((id (diffabled-row-identifier row))
             (known (and (test-follower-objects follower)
                         (gethash id (test-follower-objects follower)))))
        (should (or (not known) (eq known row)))
        (should (eq row (diffabled-list-row (test-follower-list follower) id)))
        (should (memq row (diffabled-section-rows (diffabled-row-section row))))
        (puthash id row objects)))
    (should (= (hash-table-count objects) (length rows)))
    (setf (test-follower-objects follower) objects)))

(defun test-follower-hear (follower change)
  "Let FOLLOWER hear CHANGE; what is wrong is for `test-follower-check'."
  (cl-incf (test-follower-changes follower))
  (condition-case err
      (test-follower-draw follower change)
    (ert-test-failed (push err (test-follower-wrong follower)))
    (error (push err (test-follower-wrong follower)))))

(defun test-follower-draw (follower change)
  "Let FOLLOWER draw CHANGE, and compare."
  (let* ((before (diffabled-change-before change))
         (after (diffabled-change-after change))
         (splices (diffabled-change-splices change))
         (hull (diffabled-change-hull change)))
    (test-same-entries (test-follower-drawn follower) before)
    (test-same-entries after (diffabled-list-entries (test-follower-list follower)))
    (test-same-sets (test-rows-without before after) (diffabled-change-deleted change))
    (test-same-sets (test-rows-without after before) (diffabled-change-inserted change))
    (test-same-entries after (test-spliced before splices))
    (test-same-entries after (test-spliced before (and hull (list hull))))
    (setf (test-follower-drawn follower) after)))

(defun test-spliced (entries splices)
  "Return ENTRIES with SPLICES done."
  (pcase-dolist (`(,at ,removed ,added) splices)
    (setq entries (append (seq-take entries at) added (seq-drop entries (+ at removed)))))
  entries)

(defun test-rows-without (entries others)
  "Return the rows of ENTRIES that are not among OTHERS."
  (cl-remove-if-not (lambda (entry) (and (diffabled-row-p entry) (not (memq entry others))))
                    entries))

(defun test-same-entries (one other)
  "Fail unless ONE and OTHER are lists of the same objects."
  (should (= (length one) (length other)))
  (should (cl-every #'eq one other)))

(defun test-same-sets (one other)
  "Fail unless ONE and OTHER have the same objects, each once."
  (should (= (length one) (length other)))
  (should (cl-every (lambda (each) (memq each other)) one)))

(defun test-follower-check (follower connection)
  "Fail if FOLLOWER found anything wrong, or has not what CONNECTION has."
  (should-not (test-follower-wrong follower))
  (test-check connection (test-follower-list follower))
  (test-follower-note follower))

(provide 'test-edits)
;;; test-edits.el ends here
