;;; diffabled-reset.el --- A list read anew  -*- lexical-binding: t; -*-

;;; Commentary:

;; A list as `snapshot/contents' has it, whose known rows stay the same objects.

;;; Code:

(require 'diffabled-replay)

(defun diffabled--read-anew (sections known contents)
  "Return the outcome of CONTENTS for a list that has SECTIONS.
KNOWN is the table of its rows.  What is not there any more is deleted;
all that stayed has moved and is drawn anew."
  (let ((outcome (diffabled--outcome nil)))
    (setf (diffabled--outcome-table outcome) (make-hash-table :test #'equal))
    (diffabled--read-sections outcome sections known (plist-get contents :sections))
    (diffabled--read-outlines outcome (plist-get contents :outlines))
    (diffabled--compare-rows outcome sections known)
    (diffabled--compare-sections outcome sections)
    outcome))

(defun diffabled--read-sections (outcome old known sections)
  "Read SECTIONS into OUTCOME, with those of OLD and the rows of KNOWN."
  (let ((known-sections (make-hash-table :test #'equal)))
    (dolist (section old)
      (puthash (diffabled-section-identifier section) section known-sections))
    (seq-doseq (read sections)
      (let* ((key (diffabled--key (plist-get read :id)))
             (section (or (gethash key known-sections) (diffabled--section key :none))))
        (push section (diffabled--outcome-sections outcome))
        (push (cons section (diffabled--member :content read))
              (diffabled--outcome-contents outcome))
        (push (cons section
                    (mapcar (lambda (item) (diffabled--read-item outcome known item section))
                            (plist-get read :items)))
              (diffabled--outcome-arrived outcome))
        (puthash section (cdar (diffabled--outcome-arrived outcome))
                 (diffabled--outcome-rows outcome))))
    (cl-callf nreverse (diffabled--outcome-sections outcome))))

(defun diffabled--read-item (outcome known item section)
  "Return the row for ITEM, which OUTCOME has in SECTION; KNOWN are those before."
  (let* ((key (diffabled--item-identifier item))
         (row (or (gethash key known) (diffabled--row key :none section))))
    (push (cons row (diffabled--item-content item)) (diffabled--outcome-contents outcome))
    (puthash key row (diffabled--outcome-table outcome))))

(defun diffabled--read-outlines (outcome runs)
  "Read RUNS, the outlines, into OUTCOME; all other rows are plain."
  (let ((places (diffabled--places outcome))
        (rows (hash-table-values (diffabled--outcome-table outcome))))
    (push (list rows 0 nil 0) (diffabled--outcome-outlines outcome))
    (seq-doseq (run runs)
      (push (diffabled--outline run (funcall places (plist-get run :at) (plist-get run :count)))
            (diffabled--outcome-outlines outcome)))
    (cl-callf nreverse (diffabled--outcome-outlines outcome))))

(defun diffabled--compare-rows (outcome old known)
  "Note in OUTCOME what became of the rows of the sections OLD, which KNOWN has."
  (let ((changed (diffabled--outcome-changed outcome))
        (table (diffabled--outcome-table outcome)))
    (setf (diffabled-changed-deleted changed)
          (mapcan (lambda (section)
                    (cl-remove-if (lambda (row) (gethash (diffabled-row-identifier row) table))
                                  (diffabled-section-rows section)))
                  old))
    (dolist (section (diffabled--outcome-sections outcome))
      (dolist (row (diffabled--rows outcome section))
        (if (gethash (diffabled-row-identifier row) known)
            (push row (diffabled-changed-moved changed))
          (push row (diffabled-changed-inserted changed)))))
    (diffabled--note-order changed)))

(defun diffabled--compare-sections (outcome old)
  "Note in OUTCOME what became of the sections OLD."
  (let* ((changed (diffabled--outcome-changed-sections outcome))
         (sections (diffabled--outcome-sections outcome))
         (was (diffabled--set old))
         (is (diffabled--set sections)))
    (setf (diffabled-changed-deleted changed)
          (cl-remove-if (lambda (section) (gethash section is)) old))
    (dolist (section sections)
      (if (gethash section was)
          (push section (diffabled-changed-moved changed))
        (push section (diffabled-changed-inserted changed))))
    (diffabled--note-order changed)))

(defun diffabled--note-order (changed)
  "Bring the lists of CHANGED, whose last came first, into order."
  (cl-callf nreverse (diffabled-changed-inserted changed))
  (cl-callf nreverse (diffabled-changed-moved changed))
  (setf (diffabled-changed-updated changed) (diffabled-changed-moved changed)))

;;;; Comparing

(defun diffabled--differs-p (outcome old)
  "Return whether OUTCOME is another list than what the sections OLD show."
  (not (and (diffabled--same-entries-p (diffabled--outcome-sections outcome) old)
            (cl-loop for section in old
                     always (diffabled--same-entries-p (diffabled--rows outcome section)
                                                       (diffabled-section-rows section)))
            (cl-loop for (entry . content) in (diffabled--outcome-contents outcome)
                     always (diffabled--same content (diffabled--content entry)))
            (diffabled--same-outlines-p outcome))))

(defun diffabled--same-entries-p (one other)
  "Return whether ONE and OTHER are lists of the same objects."
  (and (= (length one) (length other)) (cl-every #'eq one other)))

(defun diffabled--same-outlines-p (outcome)
  "Return whether the rows have the outlines that OUTCOME has for them."
  (let ((outlines (make-hash-table :test #'eq)))
    (pcase-dolist (`(,rows . ,outline) (diffabled--outcome-outlines outcome))
      (dolist (row rows)
        (puthash row outline outlines)))
    (cl-loop for row being the hash-keys of outlines using (hash-values outline)
             always (equal outline (list (diffabled-row-level row) (diffabled-row-expanded row)
                                         (diffabled-row-number-of-children row))))))

(provide 'diffabled-reset)
;;; diffabled-reset.el ends here
