;;; diffabled-replay.el --- Replaying changes onto a list  -*- lexical-binding: t; -*-

;;; Commentary:

;; Changes of format "batch" are replayed in linear time.  Nothing of the list is touched before
;; all of them have been found to fit.

;;; Code:

(require 'diffabled-change)

(define-error 'diffabled--gap "The changes do not fit the list")

(cl-defstruct (diffabled--outcome (:constructor diffabled--outcome (sections)) (:copier nil))
  "What a list is to become, and what becomes of which entry."
  sections                              ; after it
  table                                 ; of all rows after it, if they were read anew
  (rows (make-hash-table :test #'eq))   ; section to its rows, where those are others
  (changed (diffabled--changed))
  (changed-sections (diffabled--changed))
  reloaded
  arrived                               ; (section . rows) that are there now
  contents                              ; (entry . content), the last first
  outlines)                             ; (rows level expanded number-of-children)

(cl-defstruct (diffabled--replay (:include diffabled--outcome)
                                 (:constructor diffabled--replay (sections known)) (:copier nil))
  "A list after a batch, and what became of which row."
  known                                 ; the list's table, from keys to rows
  (new (make-hash-table :test #'equal)) ; keys to the rows that are inserted
  (taken (make-hash-table)))            ; the number of a move to its rows

(defun diffabled--replay-batch (sections known source)
  "Return the outcome of the changes in SOURCE for SECTIONS.
KNOWN is the table of the rows.  Signals `diffabled--gap', and nothing
has changed."
  (condition-case err
      (let ((replay (diffabled--replay sections known))
            (changes (plist-get source :changes)))
        (diffabled--take-out-rows replay (plist-get changes :items))
        (diffabled--replace-sections replay (plist-get changes :sections))
        (diffabled--put-in-rows replay (plist-get changes :items))
        (diffabled--count replay source)
        (diffabled--note-updates replay changes)
        (diffabled--note-outlines replay changes)
        replay)
    (error (signal 'diffabled--gap (list (error-message-string err))))))

(defun diffabled--commit-replay (replay)
  "Make rows, sections and the list's table what REPLAY says."
  (let ((known (diffabled--replay-known replay)))
    (dolist (row (diffabled-changed-deleted (diffabled--outcome-changed replay)))
      (remhash (diffabled-row-identifier row) known))
    (maphash (lambda (key row) (puthash key row known)) (diffabled--replay-new replay))
    (diffabled--commit replay)))

(defun diffabled--commit (outcome)
  "Make rows and sections what OUTCOME says."
  (maphash (lambda (section rows) (setf (diffabled-section-rows section) rows))
           (diffabled--outcome-rows outcome))
  (pcase-dolist (`(,section . ,rows) (diffabled--outcome-arrived outcome))
    (dolist (row rows)
      (setf (diffabled-row-section row) section)))
  (pcase-dolist (`(,entry . ,content) (nreverse (diffabled--outcome-contents outcome)))
    (if (diffabled-row-p entry)
        (setf (diffabled-row-content entry) content)
      (setf (diffabled-section-content entry) content)))
  (pcase-dolist (`(,rows ,level ,expanded ,children) (diffabled--outcome-outlines outcome))
    (dolist (row rows)
      (setf (diffabled-row-level row) level
            (diffabled-row-expanded row) expanded
            (diffabled-row-number-of-children row) children))))

;;;; The steps

(defun diffabled--take-out-rows (replay items)
  "Take out of REPLAY the rows that the changes ITEMS delete or move."
  (let ((cuts (make-hash-table)) (number 0) deleted)
    (seq-doseq (run (plist-get items :deletes))
      (diffabled--add-run cuts (plist-get run :at) (plist-get run :count) nil))
    (seq-doseq (run (plist-get items :moves))
      (diffabled--add-run cuts (plist-get run :from) (plist-get run :count) number)
      (setq number (1+ number)))
    (dolist (index (sort (hash-table-keys cuts) #'<))
      (let* ((section (diffabled--section-at replay index))
             (cut (diffabled--cut (diffabled-section-rows section) (gethash index cuts))))
        (puthash section (car cut) (diffabled--replay-rows replay))
        (pcase-dolist (`(,number . ,rows) (cdr cut))
          (if number
              (puthash number rows (diffabled--replay-taken replay))
            (push rows deleted)))))
    (setf (diffabled-changed-deleted (diffabled--replay-changed replay))
          (apply #'append (nreverse deleted)))))

(defun diffabled--replace-sections (replay changes)
  "Take out of REPLAY and put in the sections that CHANGES say.
What is left in a deleted section is deleted with it."
  (let* ((told (diffabled--replay-changed-sections replay))
         (inserts (plist-get changes :inserts))
         (deletes (plist-get changes :deletes))
         (moves (plist-get changes :moves))
         (leaving (append (diffabled--leaving replay deletes :at)
                          (diffabled--leaving replay moves :from)))
         (cut (diffabled--cut (diffabled--replay-sections replay)
                              (cl-loop for (at . section) in leaving collect (list at 1 section))))
         (left (mapcar #'cdr leaving)))
    (setf (diffabled-changed-deleted told) (seq-take left (length deletes))
          (diffabled-changed-moved told) (seq-drop left (length deletes))
          (diffabled-changed-inserted told)
          (mapcar (lambda (entry)
                    (diffabled--section (diffabled--key (plist-get entry :section))
                                        (diffabled--member :content entry)))
                  inserts)
          (diffabled--replay-sections replay)
          (diffabled--put-runs
           (car cut)
           (cl-loop for section in (append (diffabled-changed-inserted told)
                                           (diffabled-changed-moved told))
                    for at in (append (mapcar (lambda (entry) (plist-get entry :at)) inserts)
                                      (mapcar (lambda (entry) (plist-get entry :to)) moves))
                    collect (list at section))))
    (setf (diffabled-changed-deleted (diffabled--replay-changed replay))
          (append (diffabled-changed-deleted (diffabled--replay-changed replay))
                  (mapcan (lambda (section)
                            (prog1 (copy-sequence (diffabled--rows replay section))
                              (remhash section (diffabled--replay-rows replay))))
                          (diffabled-changed-deleted told))))))

(defun diffabled--leaving (replay changes place)
  "Return the sections of REPLAY that CHANGES name, as (INDEX . SECTION).
The member PLACE of a change has the index."
  (mapcar (lambda (change)
            (let ((section (diffabled--section-at replay (plist-get change place))))
              (diffabled--check-identity section (plist-get change :section))
              (cons (plist-get change place) section)))
          changes))

(defun diffabled--put-in-rows (replay items)
  "Put into REPLAY the rows that the changes ITEMS insert or move."
  (let* ((changed (diffabled--replay-changed replay))
         (gone (diffabled--set (diffabled-changed-deleted changed)))
         (puts (make-hash-table))
         (number -1)
         (along (mapcan (lambda (section) (copy-sequence (diffabled--rows replay section)))
                        (diffabled-changed-moved (diffabled--replay-changed-sections replay))))
         inserted moved)
    (seq-doseq (run (plist-get items :inserts))
      (let ((rows (diffabled--new-rows replay run gone)))
        (push rows inserted)
        (diffabled--add-run puts (plist-get run :at) rows)))
    (seq-doseq (run (plist-get items :moves))
      (let ((rows (gethash (cl-incf number) (diffabled--replay-taken replay)))
            (to (plist-get run :to)))
        (push rows moved)
        (push (cons (diffabled--section-at replay (aref to 0)) rows)
              (diffabled--replay-arrived replay))
        (diffabled--add-run puts to rows)))
    (maphash (lambda (index runs)
               (let ((section (diffabled--section-at replay index)))
                 (puthash section
                          (diffabled--put-runs (diffabled--rows replay section)
                                               (cl-loop for (at rows) in runs
                                                        collect (cons at rows)))
                          (diffabled--replay-rows replay))))
             puts)
    (setf (diffabled-changed-inserted changed) (apply #'append (nreverse inserted))
          (diffabled-changed-moved changed) (apply #'append (nreverse (cons along moved))))))

(defun diffabled--new-rows (replay run gone)
  "Return new rows of REPLAY for RUN, an insert; GONE is the set of deleted ones."
  (let ((section (diffabled--section-at replay (aref (plist-get run :at) 0)))
        (new (diffabled--replay-new replay)))
    (mapcar (lambda (item)
              (let* ((row (diffabled--item item section))
                     (key (diffabled-row-identifier row))
                     (known (gethash key (diffabled--replay-known replay))))
                (when (or (gethash key new) (and known (not (gethash known gone))))
                  (error "%S is inserted, and there already" key))
                (puthash key row new)))
            (plist-get run :items))))

(defun diffabled--count (replay source)
  "Signal an error unless REPLAY has as many sections and rows as SOURCE says."
  (let ((sections (length (diffabled--replay-sections replay)))
        (rows (+ (hash-table-count (diffabled--replay-known replay))
                 (hash-table-count (diffabled--replay-new replay))
                 (- (length (diffabled-changed-deleted (diffabled--replay-changed replay)))))))
    (unless (and (= sections (or (plist-get source :numberOfSections) sections))
                 (= rows (or (plist-get source :numberOfItems) rows)))
      (error "There are %d sections and %d items" sections rows))))

(defun diffabled--note-updates (replay changes)
  "Note in REPLAY the new contents that CHANGES have, in the places after them."
  (let ((places (diffabled--places replay)) updated reloaded)
    (dolist (kind '(:reloads :reconfigures))
      (seq-doseq (entry (plist-get (plist-get changes :sections) kind))
        (let ((section (diffabled--section-at replay (plist-get entry :at))))
          (diffabled--check-identity section (plist-get entry :section))
          (push (cons section (diffabled--member :content entry))
                (diffabled--replay-contents replay))
          (push section (diffabled-changed-updated (diffabled--replay-changed-sections replay)))))
      (seq-doseq (run (plist-get (plist-get changes :items) kind))
        (let* ((items (plist-get run :items))
               (rows (funcall places (plist-get run :at) (length items))))
          (cl-loop for row in rows for item across items
                   do (diffabled--check-identity row (diffabled--item-identifier item))
                   (push (cons row (diffabled--item-content item))
                         (diffabled--replay-contents replay)))
          (push rows updated)
          (when (eq kind :reloads) (push rows reloaded)))))
    (cl-callf nreverse (diffabled-changed-updated (diffabled--replay-changed-sections replay)))
    (setf (diffabled-changed-updated (diffabled--replay-changed replay))
          (apply #'append (nreverse updated))
          (diffabled--replay-reloaded replay) (apply #'append (nreverse reloaded)))))

(defun diffabled--note-outlines (replay changes)
  "Note in REPLAY the outlines that CHANGES have; rows that are listed are updated."
  (let* ((places (diffabled--places replay))
         (changed (diffabled--replay-changed replay))
         (seen (diffabled--set (diffabled-changed-updated changed)
                               (diffabled-changed-inserted changed)))
         updated)
    (seq-doseq (run (plist-get changes :outlines))
      (let ((rows (funcall places (plist-get run :at) (plist-get run :count))))
        (push (diffabled--outline run rows) (diffabled--replay-outlines replay))
        (push (cl-remove-if (lambda (row) (gethash row seen)) rows) updated)))
    (cl-callf append (diffabled-changed-updated changed) (apply #'append (nreverse updated)))))

(defun diffabled--outline (run rows)
  "Return what RUN says of ROWS, as an outcome notes it."
  (list rows (plist-get run :level) (eq (plist-get run :expanded) t)
        (plist-get run :numberOfChildren)))

;;;; Places

(defun diffabled--section-at (outcome index)
  "Return the section at INDEX of OUTCOME."
  (or (and (natnump index) (nth index (diffabled--outcome-sections outcome)))
      (error "There is no section %S" index)))

(defun diffabled--rows (outcome section)
  "Return the rows of SECTION as OUTCOME has them."
  (let ((rows (gethash section (diffabled--outcome-rows outcome) 'same)))
    (if (eq rows 'same) (diffabled-section-rows section) rows)))

(defun diffabled--places (outcome)
  "Return a function that finds rows of OUTCOME.
It takes an index path and a number of rows."
  (let ((vectors (make-hash-table)))
    (lambda (at count)
      (let* ((index (aref at 0))
             (rows (or (gethash index vectors)
                       (puthash index (vconcat (diffabled--rows
                                                outcome (diffabled--section-at outcome index)))
                                vectors))))
        (unless (<= 0 (aref at 1) (+ (aref at 1) count) (length rows))
          (error "%S rows from %S on are past the end" count at))
        (append (substring rows (aref at 1) (+ (aref at 1) count)) nil)))))

;;;; Runs

(defun diffabled--add-run (table at &rest run)
  "Add RUN, with its place before it, to those of its section in TABLE.
AT is the index path."
  (push (cons (aref at 1) run) (gethash (aref at 0) table)))

(defun diffabled--cut (entries runs)
  "Take RUNS out of ENTRIES in one pass; return (STAYS . TAKEN).
A run is (START COUNT NAME); TAKEN are (NAME . ENTRIES), ascending by START."
  (let ((position 0) stays taken)
    (pcase-dolist (`(,start ,count ,name) (sort runs #'car-less-than-car))
      (unless (and (<= position start) (< 0 count))
        (error "%S from %S on cannot be taken out" count start))
      (while (< position start)
        (push (diffabled--next entries) stays)
        (setq entries (cdr entries) position (1+ position)))
      (let (run)
        (dotimes (_ count)
          (push (diffabled--next entries) run)
          (setq entries (cdr entries)))
        (setq position (+ position count))
        (push (cons name (nreverse run)) taken)))
    (cons (nconc (nreverse stays) (copy-sequence entries)) (nreverse taken))))

(defun diffabled--put-runs (entries runs)
  "Return ENTRIES with RUNS put in, in one pass.
A run is (AT . ENTRIES), where AT counts in the result."
  (let ((position 0) result)
    (pcase-dolist (`(,at . ,run) (sort runs #'car-less-than-car))
      (unless (<= position at) (error "Nothing can be put in at %S" at))
      (while (< position at)
        (push (diffabled--next entries) result)
        (setq entries (cdr entries) position (1+ position)))
      (dolist (entry run)
        (push entry result)
        (setq position (1+ position))))
    (nconc (nreverse result) (copy-sequence entries))))

(defun diffabled--next (entries)
  "Return the first of ENTRIES; signal an error when there is none."
  (or (car entries) (error "The end was passed")))

(provide 'diffabled-replay)
;;; diffabled-replay.el ends here
