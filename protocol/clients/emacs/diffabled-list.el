;;; diffabled-list.el --- A list that follows a data source  -*- lexical-binding: t; -*-

;;; Commentary:

;; The sections and rows of one data source, as the daemon has them, and what programs do with
;; them.  How a list follows is in diffabled-following.el.

;;; Code:

(require 'diffabled-conversation)
(require 'diffabled-reset)

;;;; Handlers

(cl-defstruct (diffabled--handlers (:constructor diffabled--handlers) (:copier nil))
  "Functions that are called in the order of their registration."
  registrations)                        ; (function) each, in this order

(defun diffabled--add-handler (handlers function)
  "Add FUNCTION to HANDLERS; return a function that takes it out again."
  (let ((registration (list function)))
    (cl-callf append (diffabled--handlers-registrations handlers) (list registration))
    (lambda () (cl-callf2 remq registration (diffabled--handlers-registrations handlers)))))

(defun diffabled--run (handlers &rest arguments)
  "Call HANDLERS with ARGUMENTS.  One that fails is reported, and stops no other."
  (dolist (registration (diffabled--handlers-registrations handlers))
    ;; One of those before may have taken it out.
    (when (memq registration (diffabled--handlers-registrations handlers))
      (condition-case-unless-debug err
          (apply (car registration) arguments)
        ((error quit) (diffabled--warn "A handler failed: %s" (error-message-string err)))))))

;;;; Lists

(cl-defstruct (diffabled-list (:constructor diffabled--list (conversation name headers view))
                              (:copier nil))
  "The sections and rows of one data source, as the daemon has them.
`diffabled-open', `diffabled-open-view' and `diffabled-attach' make it.
Through gaps, reloadData and the death of the daemon, rows that are
still there stay the same objects.  Lists of rows that it hands out are
replaced by others when it changes, never changed themselves."
  (name nil :documentation "The name of its data source.")
  (sections nil :documentation "Its sections.")
  (rows nil :documentation "All its rows.")
  (entries nil :documentation "Its rows; with headers, each section before its rows.")
  (revision 0 :documentation "The revision that is shown; nil while no daemon has one.")
  (window nil :documentation "Of a view with a window: its :offset and :total.")
  (base-revision nil :documentation "Of a view: the revision of its base that is shown.")
  (waiting nil :documentation "Whether it has asked for what it missed.")
  (conversation nil :documentation "The connection.")
  (headers nil :documentation "Whether sections are entries.")
  (view nil :documentation "Whether its data source is, or may be, a live view.")
  (creation nil :documentation "What made its data source, but for the snapshot.")
  (ours nil :documentation "Whether it made its data source.")
  (connected t :documentation "Whether there is a daemon.")
  (newest 0 :documentation "The newest revision that was announced.")
  (reloaded-at 0 :documentation "The newest that was announced with reloadData.")
  (passed-over nil :documentation "(REVISION TAGS ANIMATED) that were announced, the last first.")
  (table (make-hash-table :test #'equal) :documentation "Keys to rows.")
  (places nil :documentation "The entries of the last `diffabled-list-index', and their places.")
  (handlers (diffabled--handlers) :documentation "Of its changes."))

(cl-defmethod cl-print-object ((list diffabled-list) stream)
  "Print LIST to STREAM without its rows."
  (princ (format "#<diffabled-list %s: %d rows at revision %s>" (diffabled-list-name list)
                 (length (diffabled-list-rows list)) (diffabled-list-revision list))
         stream))

(defun diffabled-list-row (list identifier)
  "Return the row of LIST with IDENTIFIER, or nil."
  (gethash (diffabled--key identifier) (diffabled-list-table list)))

(defun diffabled-list-index (list entry)
  "Return the place of ENTRY among the entries of LIST, or nil.
The first time after a change takes time in proportion to their number."
  (let ((entries (diffabled-list-entries list)))
    (unless (and (diffabled-list-places list) (eq entries (car (diffabled-list-places list))))
      (let ((places (make-hash-table :test #'eq :size (length entries))) (place 0))
        (dolist (each entries)
          (puthash each place places)
          (setq place (1+ place)))
        (setf (diffabled-list-places list) (cons entries places))))
    (gethash entry (cdr (diffabled-list-places list)))))

(defun diffabled-list-place (list row)
  "Return the index path of ROW in LIST: of its section, and in it; or nil."
  (when (eq row (diffabled-list-row list (diffabled-row-identifier row)))
    (let ((section (diffabled-row-section row)))
      (list (cl-position section (diffabled-list-sections list))
            (cl-position row (diffabled-section-rows section))))))

(defun diffabled-list-document (list)
  "Return what LIST shows, as a document that the daemon takes."
  (diffabled--document (diffabled-list-sections list)))

(defun diffabled-edit (list edits &rest params)
  "Carry out EDITS on LIST, all or none; return what the daemon answers.
EDITS are a list of edits, or one.  PARAMS are further ones of
`dataSource/edit', such as :ifRevision or :tag."
  (diffabled--change-source list "dataSource/edit" :edits
                            (if (keywordp (car-safe edits)) (vector edits) (vconcat edits))
                            params))

(defun diffabled-apply (list document &rest params)
  "Make DOCUMENT what LIST shows; return what the daemon answers.
PARAMS are further ones of `dataSource/apply', such as :mode or :tag."
  (diffabled--change-source list "dataSource/apply" :snapshot document params))

(defun diffabled-update-view (list members &rest params)
  "Change stages of the view LIST, each as a whole; return what the daemon answers.
MEMBERS are those of the view; :null takes a stage out.  PARAMS are
further ones of `dataSource/updateView'."
  (let* ((talk (diffabled-list-conversation list))
         (updated (diffabled--call talk "dataSource/updateView"
                                   `( :dataSource ,(diffabled-list-name list)
                                      :view ,members ,@params))))
    ;; The definition in force, with which the view is made again, is the daemon's to say.
    (diffabled--ask talk "dataSource/list" nil
                    (lambda (listed failure)
                      (unless failure (diffabled--numbers-in list listed))))
    (diffabled--wait talk updated)))

(defun diffabled--change-source (list method member value params)
  "Ask METHOD for the data source of LIST with VALUE as MEMBER, and PARAMS."
  (diffabled-request (diffabled-list-conversation list) method
                     `(:dataSource ,(diffabled-list-name list) ,member ,value ,@params)))

(defun diffabled-on-change (list function)
  "Call FUNCTION with a `diffabled-change' after each change of LIST.
Returns a function that stops that."
  (diffabled--add-handler (diffabled-list-handlers list) function))

;;;; New states

(defun diffabled--show-outcome (list outcome source &optional reset)
  "Let LIST show OUTCOME, which SOURCE led to, and tell it.
RESET says whether it was read anew."
  (let* ((rows (diffabled--outcome-changed outcome))
         (sections (diffabled--outcome-changed-sections outcome))
         (before (diffabled-list-entries list))
         (from-revision (diffabled-list-revision list)))
    (setf (diffabled-list-sections list) (diffabled--outcome-sections outcome))
    (when (or (diffabled--has-structure rows) (diffabled--has-structure sections))
      (diffabled--flatten list))
    (let ((passed-over (diffabled--reached list source)))
      (diffabled--run (diffabled-list-handlers list)
                      (diffabled--change
                       :deleted (diffabled-changed-deleted rows)
                       :inserted (diffabled-changed-inserted rows)
                       :moved (diffabled-changed-moved rows)
                       :updated (diffabled-changed-updated rows)
                       :reloaded (diffabled--outcome-reloaded outcome)
                       :sections sections
                       :before before
                       :after (diffabled-list-entries list)
                       :reset reset
                       :animated (and (not reset) (cl-every #'cl-third passed-over))
                       :from-revision from-revision
                       :revision (diffabled-list-revision list)
                       :origin (plist-get source :origin)
                       :tags (cl-loop for (_ tags _) in passed-over append tags)
                       :transaction (plist-get source :transaction)
                       :window (diffabled-list-window list))))))

(defun diffabled--flatten (list)
  "Make the rows and entries of LIST from its sections."
  (let ((sections (diffabled-list-sections list)))
    (setf (diffabled-list-rows list) (apply #'append (mapcar #'diffabled-section-rows sections)))
    (setf (diffabled-list-entries list)
          (if (diffabled-list-headers list)
              (cl-loop for section in sections
                       append (cons section (diffabled-section-rows section)))
            (diffabled-list-rows list)))))

(defun diffabled--reached (list source)
  "Let LIST have the numbers of SOURCE; return what was announced on the way."
  (let ((revision (plist-get source :revision)))
    (setf (diffabled-list-revision list) revision)
    (when (plist-member source :baseRevision)
      (setf (diffabled-list-base-revision list) (plist-get source :baseRevision)
            (diffabled-list-window list) (plist-get source :window)))
    (let (on-the-way)
      (cl-callf2 cl-remove-if (lambda (told)
                                (when (<= (car told) revision) (push told on-the-way)))
                 (diffabled-list-passed-over list))
      on-the-way)))

(defun diffabled--numbers-in (list listed)
  "Take for LIST what LISTED, an answer to `dataSource/list', tells of a view.
Returns the numbers that it has."
  (let ((entry (cl-find (diffabled-list-name list) (plist-get listed :dataSources)
                        :key (lambda (entry) (plist-get entry :dataSource)) :test #'equal)))
    (setf (diffabled-list-view list) (and (plist-member entry :baseRevision) t))
    (when (and (diffabled-list-ours list) (plist-member entry :view))
      (cl-callf plist-put (diffabled-list-creation list) :view (plist-get entry :view)))
    (cl-loop for name in '(:baseRevision :window)
             when (plist-member entry name) append (list name (plist-get entry name)))))

(provide 'diffabled-list)
;;; diffabled-list.el ends here
