;;; diffabled-change.el --- What a list tells of a change  -*- lexical-binding: t; -*-

;;; Commentary:

;; A change in the forms that views draw, and where a cursor goes with it.

;;; Code:

(require 'cl-lib)
(require 'diffabled-rows)

(cl-defstruct (diffabled-changed (:constructor diffabled--changed) (:copier nil))
  "What became of the rows, or of the sections, each in the order of the batch."
  deleted inserted moved updated)

(cl-defstruct (diffabled-change (:include diffabled-changed) (:constructor diffabled--change)
                                (:copier nil))
  "A change of a list, told when the list is at its new state already.
Its own four lists are of rows: those of a deleted section are deleted,
those of a moved one have moved.  Updated ones have another content or
outline, or were marked."
  (before nil :documentation "The entries before: rows; with headers, each section before its own.")
  (after nil :documentation "The entries now; `eq' to those before when none moved, came or went.")
  (reloaded nil :documentation "Those of the updated rows that want a new cell.")
  (sections nil :documentation "A `diffabled-changed' of the sections.")
  (reset nil :documentation "Whether the list was read anew; all that stayed has moved then.")
  (animated nil :documentation "Whether it is to be animated.")
  (from-revision nil :documentation "The revision before; nil after the daemon has died.")
  (revision nil :documentation "The revision now.")
  (origin nil :documentation "The method that made it, \"merged\", or nil after a gap.")
  (tags nil :documentation "The tags of the requests that made it.")
  (transaction nil :documentation "Of a transaction, as announced.")
  (window nil :documentation "Of a view with a window, as announced."))

(cl-defmethod cl-print-object ((change diffabled-change) stream)
  "Print CHANGE to STREAM as counts."
  (princ (format "#<diffabled-change to revision %s: %d deleted, %d inserted, %d moved, %d updated%s>"
                 (diffabled-change-revision change)
                 (length (diffabled-change-deleted change))
                 (length (diffabled-change-inserted change))
                 (length (diffabled-change-moved change))
                 (length (diffabled-change-updated change))
                 (if (diffabled-change-reset change) ", reset" ""))
         stream))

(defun diffabled--has-structure (changed)
  "Return whether any of CHANGED, a `diffabled-changed', came, went or moved."
  (or (diffabled-changed-deleted changed)
      (diffabled-changed-inserted changed)
      (diffabled-changed-moved changed)))

(defun diffabled--set (&rest lists)
  "Return a hash table that has the elements of LISTS."
  (let ((set (make-hash-table :test #'eq)))
    (dolist (list lists set)
      (dolist (element list)
        (puthash element t set)))))

(defun diffabled-change-splices (change)
  "Return CHANGE as disjoint splices, a list of (AT REMOVED ADDED).
At the place AT, REMOVED entries go and those of the list ADDED come.
They ascend; each counts in what those before it left."
  (let* ((before (diffabled-change-before change))
         (after (diffabled-change-after change))
         (touched (diffabled--touched change))
         (new 0)
         splices)
    (while (not (eq before after))
      (let ((at new) (removed 0) added)
        (while (and before (gethash (car before) touched))
          (setq before (cdr before) removed (1+ removed)))
        (while (and after (gethash (car after) touched))
          (push (pop after) added)
          (setq new (1+ new)))
        (cond ((or added (> removed 0)) (push (list at removed (nreverse added)) splices))
              ((and before after (eq (car before) (car after)))
               (setq before (cdr before) after (cdr after) new (1+ new)))
              (t (error "The change lies: %S is neither kept nor touched"
                        (diffabled--identifier (car (or before after))))))))
    (nreverse splices)))

(defun diffabled--touched (change)
  "Return the set of entries that CHANGE deleted, inserted or moved."
  (let ((sections (diffabled-change-sections change)))
    (diffabled--set (diffabled-change-deleted change) (diffabled-change-inserted change)
                    (diffabled-change-moved change)
                    (diffabled-changed-deleted sections) (diffabled-changed-inserted sections)
                    (diffabled-changed-moved sections))))

(defun diffabled-change-hull (change &optional splices)
  "Return the one splice from the first to the last place of CHANGE, or nil.
SPLICES are those of CHANGE, if they are known already."
  (let ((splices (or splices (diffabled-change-splices change))))
    (when splices
      (let* ((after (diffabled-change-after change))
             (at (caar splices))
             (last (car (last splices)))
             (end (+ (nth 0 last) (length (nth 2 last))))
             (removed (- (+ end (length (diffabled-change-before change))) at (length after))))
        (list at removed (cl-subseq after at end))))))

(defun diffabled-anchor-after (change entry)
  "Return ENTRY if it stayed in CHANGE, else the nearest row that did, or nil.
Rows below are looked at first."
  (let* ((gone (diffabled--set (diffabled-change-deleted change)
                               (diffabled-changed-deleted (diffabled-change-sections change))))
         (before (diffabled-change-before change))
         (from (and (gethash entry gone) (memq entry before))))
    (if (gethash entry gone)
        (cl-flet ((stayed (near) (and (diffabled-row-p near) (not (gethash near gone)))))
          (or (cl-find-if #'stayed (cdr from))
              (cl-find-if #'stayed (reverse (butlast before (length from))))))
      (car (memq entry (diffabled-change-after change))))))

(provide 'diffabled-change)
;;; diffabled-change.el ends here
