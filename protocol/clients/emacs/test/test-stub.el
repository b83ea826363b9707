;;; test-stub.el --- A connection whose daemon is a file of vectors  -*- lexical-binding: t; -*-

;;; Commentary:

;; Plays the lines of a file of vectors from top to bottom; who waits for an answer plays on
;; until it comes.

;;; Code:

(require 'ert)
(require 'diffabled)

(defconst test-directory
  (file-name-directory (file-truename (or load-file-name buffer-file-name))))

(defconst test-vectors (expand-file-name "../../vectors/" test-directory))

(defvar test-info
  '(:protocolVersion 1 :capabilities (:changeFormats ["batch"] :views nil))
  "What the stub answers to `initialize'.")

(cl-defstruct test-stub
  connection list lines (sent (diffabled--queue)) (expected (diffabled--queue))
  told last about (rows nil) (watch #'ignore) (check #'ignore))

(defmacro test-with-stub (stub lines &rest body)
  "Evaluate BODY with STUB bound to a `test-stub' that plays LINES."
  (declare (indent 2))
  `(let ((,stub (make-test-stub :lines ,lines)))
     (cl-letf (((symbol-function 'diffabled--start) (lambda (&rest _) 'stub))
               ((symbol-function 'diffabled--end) (lambda (_) 0))
               ((symbol-function 'diffabled--reason) (lambda (_) "It was killed."))
               ((symbol-function 'diffabled--write)
                (lambda (connection line)
                  (setf (test-stub-connection ,stub) connection)
                  (test-stub-keep ,stub (diffabled--parsed line))))
               ((symbol-function 'diffabled--wait)
                (lambda (_ asked &optional _) (test-stub-wait ,stub asked))))
       ,@body)))

(defun test-play (stub)
  "Let STUB connect and play all its lines."
  (diffabled-connect :server "/bin/true" :restart nil)
  (while (test-stub-lines stub)
    (test-play-line stub))
  (should-not (diffabled--pop (test-stub-sent stub))))

(defun test-stub-keep (stub message)
  "Keep MESSAGE, which was sent to STUB, or answer it."
  (let ((id (plist-get message :id)))
    (if (member (plist-get message :method) '("initialize" "shutdown" "snapshot/list"))
        (test-receive stub (list :id id :result test-info))
      (when id
        (diffabled--put (test-stub-sent stub) message)))))

(defun test-stub-wait (stub asked)
  "Let STUB play on until ASKED is answered; return its result."
  (while (progn (diffabled--pump (test-stub-connection stub))
                (not (diffabled--asked-done asked)))
    (test-play-line stub))
  (let ((failure (diffabled--asked-error asked)))
    (when failure (signal (car failure) (cdr failure))))
  (diffabled--asked-result asked))

(defun test-receive (stub message)
  "Let STUB receive MESSAGE."
  (let ((connection (test-stub-connection stub)))
    (diffabled--put (diffabled--conversation-came connection)
                    (if (diffabled--ended-p message) message (json-serialize message)))
    (diffabled--pump connection)))

;;;; The kinds of lines

(defun test-play-line (stub)
  "Let STUB play its next line."
  (let ((line (pop (test-stub-lines stub))))
    (ert-info (line)
      (ert-info ((or (test-stub-about stub) ""))
        (pcase-let ((`(,kind ,value) (diffabled--parsed line)))
          (test-play-kind stub kind value))))))

(defun test-play-kind (stub kind value)
  "Let STUB play a line of KIND with VALUE."
  (pcase kind
    (:about (setf (test-stub-about stub) value))
    (:open (test-stub-follow
            stub (diffabled-open (test-stub-connection stub) (plist-get value :name)
                                 :document (plist-get value :document)
                                 :options (plist-get value :options)
                                 :headers (eq (plist-get value :headers) t))))
    (:openView (test-stub-follow
                stub (diffabled-open-view (test-stub-connection stub) (plist-get value :name)
                                          (plist-get value :view))))
    (:updateView (diffabled-update-view (test-stub-list stub) value))
    (:message (test-receive stub value))
    (:expect (let ((sent (diffabled--pop (test-stub-sent stub))))
               (diffabled--put (test-stub-expected stub) (plist-get sent :id))
               (test-same value (list :method (plist-get sent :method)
                                      :params (plist-get sent :params)))))
    ((or :result :error)
     (test-receive stub (list :id (diffabled--pop (test-stub-expected stub)) kind value)))
    (:lost (setf (test-stub-sent stub) (diffabled--queue)
                 (test-stub-expected stub) (diffabled--queue))
           (test-receive stub (diffabled--ended 'stub)))
    (:restarted (diffabled--start-in-order (test-stub-connection stub)))
    (:change (test-play-change stub value))
    (:anchor (test-play-anchor stub value))
    (:list (test-play-list stub value))
    (_ (ert-fail (list "unknown line" kind)))))

(defun test-stub-follow (stub list)
  "Let STUB hear LIST."
  (setf (test-stub-list stub) list
        (test-stub-check stub) (or (funcall (test-stub-watch stub) list) #'ignore))
  (diffabled-on-change list (lambda (change) (push change (test-stub-told stub)))))

(defun test-play-change (stub expected)
  "Compare what STUB was told since the last time with EXPECTED."
  (let ((told (test-stub-told stub)))
    (setf (test-stub-told stub) nil)
    (if (eq expected :null)
        (should-not told)
      (should (= (length told) 1))
      (setf (test-stub-last stub) (car told))
      (let ((change (test-description (car told))))
        (unless (plist-member expected :window)
          (setq change (test-without change :window)))
        (test-same expected change)))))

(defun test-play-anchor (stub anchor)
  "Compare what the last change of STUB says with ANCHOR."
  (let* ((change (test-stub-last stub))
         (row (cl-find (plist-get anchor :row)
                       (append (diffabled-change-before change) (diffabled-change-after change))
                       :key #'diffabled--identifier :test #'equal))
         (after (diffabled-anchor-after change (or row (diffabled--row "" :none nil)))))
    (test-same (plist-get anchor :after) (if after (diffabled--identifier after) :null))))

(defun test-play-list (stub expected)
  "Compare the list of STUB with EXPECTED, and its rows with those before."
  (let* ((list (test-stub-list stub))
         (new (and (test-stub-last stub) (diffabled-change-inserted (test-stub-last stub))))
         (rows (diffabled-list-rows list)))
    (test-same expected (test-shown list))
    (dolist (row rows)
      (let ((known (cl-find (diffabled-row-identifier row) (test-stub-rows stub)
                            :key #'diffabled-row-identifier :test #'equal)))
        (should (or (not known) (eq known row) (memq row new)))))
    (setf (test-stub-rows stub) rows)
    (funcall (test-stub-check stub))))

;;;; What is compared

(defun test-shown (list &optional others)
  "Return what LIST shows, without what is empty, and without OTHERS."
  (let ((shown (test-state list)))
    (dolist (name '(:outlines :baseRevision :window))
      (when (or (memq name others) (member (plist-get shown name) '(:null [])))
        (setq shown (test-without shown name))))
    shown))

(defun test-same (one other)
  "Fail unless ONE and OTHER are the same JSON."
  (should (equal (test-canonical one) (test-canonical other))))

(defun test-canonical (value)
  "Return VALUE with members in an order of their own."
  (cond ((consp value)
         (sort (cl-loop for (name member) on value by #'cddr
                        collect (list name (test-canonical member)))
               (lambda (one other) (string< (car one) (car other)))))
        ((vectorp value) (vconcat (mapcar #'test-canonical value)))
        (t value)))

(defun test-without (object name)
  "Return OBJECT, a plist, without the member NAME."
  (cl-loop for (each value) on object by #'cddr
           unless (eq each name) append (list each value)))

(defun test-description (change)
  "Return CHANGE as a line of vectors has it."
  (cl-flet ((boolean (value) (if value t :false))
            (entry (entry) (if (diffabled-row-p entry)
                               (diffabled-row-identifier entry)
                             (list :section (diffabled-section-identifier entry)))))
    `( :fromRevision ,(or (diffabled-change-from-revision change) :null)
       :revision ,(diffabled-change-revision change)
       :animated ,(boolean (diffabled-change-animated change))
       :origin ,(or (diffabled-change-origin change) :null)
       :tags ,(vconcat (diffabled-change-tags change))
       :window ,(or (diffabled-change-window change) :null)
       :reset ,(boolean (diffabled-change-reset change))
       ,@(test-lists change)
       :reloaded ,(test-names (diffabled-change-reloaded change))
       :sections ,(test-lists (diffabled-change-sections change))
       :splices ,(cl-loop for (at removed added) in (diffabled-change-splices change)
                          vconcat (vector (vector at removed (vconcat (mapcar #'entry added))))))))

(defun test-names (entries)
  "Return the identifiers of ENTRIES."
  (vconcat (mapcar #'diffabled--identifier entries)))

(defun test-lists (changed)
  "Return the four lists of CHANGED."
  (list :deleted (test-names (diffabled-changed-deleted changed))
        :inserted (test-names (diffabled-changed-inserted changed))
        :moved (test-names (diffabled-changed-moved changed))
        :updated (test-names (diffabled-changed-updated changed))))

(defun test-state (list)
  "Return what LIST shows, as `snapshot/contents' would write it."
  `( ,@(diffabled-list-document list)
     :revision ,(or (diffabled-list-revision list) :null)
     :outlines ,(test-outlines list)
     :baseRevision ,(or (diffabled-list-base-revision list) :null)
     :window ,(or (diffabled-list-window list) :null)))

(defun test-outlines (list)
  "Return the outlines of LIST, in runs."
  (let (runs)
    (dolist (row (diffabled-list-rows list))
      (pcase-let ((`(,section ,index) (diffabled-list-place list row))
                  (members (list :level (diffabled-row-level row)
                                 :expanded (if (diffabled-row-expanded row) t :false)
                                 :numberOfChildren (diffabled-row-number-of-children row)))
                  (`(,last-section ,first ,count . ,last-members) (car runs)))
        (cond ((diffabled--plain-p row))
              ((and runs (= section last-section) (= index (+ first count))
                    (equal members last-members))
               (cl-incf (nth 2 (car runs))))
              (t (push `(,section ,index 1 ,@members) runs)))))
    (vconcat (mapcar (pcase-lambda (`(,section ,first ,count . ,members))
                       `(:at ,(vector section first) :count ,count ,@members))
                     (nreverse runs)))))

(defun test-lines (file)
  "Return the lines of FILE, one of vectors."
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8-unix))
      (insert-file-contents file))
    (split-string (buffer-string) "\n" t)))

(provide 'test-stub)
;;; test-stub.el ends here
