;;; diffabled-rows.el --- What a list is made of  -*- lexical-binding: t; -*-

;;; Commentary:

;; Rows and sections, named by identifiers, and the documents that they are written as.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)

(cl-defstruct (diffabled-row (:constructor diffabled--row (identifier content section))
                             (:copier nil))
  "One row of a list: the same object for as long as its identifier is in the list.
It moves and its content changes, but it is never replaced by another
one; so programs can keep it, compare it with `eq' and use it as a key."
  (identifier nil :documentation "A string, an integer, or a vector of such, t, :false and :null.")
  (content nil :documentation "What JSON has: plists, vectors, …; `:none' without content.")
  (section nil :documentation "The `diffabled-section' that it is in.")
  (level 0 :documentation "How deep it is in a tree; 0 in a plain list.")
  (expanded nil :documentation "Whether its children are shown.")
  (number-of-children 0 :documentation "How many children it has, shown or not."))

(cl-defstruct (diffabled-section (:constructor diffabled--section (identifier content))
                                 (:copier nil))
  "One section of a list; the same object while it is in the list."
  (identifier nil :documentation "As that of a row.")
  (content nil :documentation "As that of a row.")
  (rows nil :documentation "Its rows."))

(cl-defmethod cl-print-object ((row diffabled-row) stream)
  "Print ROW to STREAM without what it belongs to."
  (princ (format "#<diffabled-row %S>" (diffabled-row-identifier row)) stream))

(cl-defmethod cl-print-object ((section diffabled-section) stream)
  "Print SECTION to STREAM without its rows."
  (princ (format "#<diffabled-section %S, %d rows>" (diffabled-section-identifier section)
                 (length (diffabled-section-rows section)))
         stream))

(defun diffabled--identifier (entry)
  "Return the identifier of ENTRY, a row or a section."
  (if (diffabled-row-p entry)
      (diffabled-row-identifier entry)
    (diffabled-section-identifier entry)))

(defun diffabled--content (entry)
  "Return the content of ENTRY, a row or a section."
  (if (diffabled-row-p entry)
      (diffabled-row-content entry)
    (diffabled-section-content entry)))

(defun diffabled--key (identifier)
  "Return IDENTIFIER as a key for `equal', for which 1.0 is not 1."
  (cond ((vectorp identifier)
         (if (seq-some #'floatp identifier)
             (vconcat (mapcar #'diffabled--key identifier))
           identifier))
        ((and (floatp identifier) (= identifier (ftruncate identifier))) (truncate identifier))
        (t identifier)))

(defun diffabled--check-identity (entry identifier)
  "Signal an error unless ENTRY, a row or a section, has IDENTIFIER."
  (unless (equal (diffabled--identifier entry) (diffabled--key identifier))
    (error "%S is not where it is said to be" identifier)))

(defun diffabled--member (name object)
  "Return the member NAME of OBJECT, a plist, or `:none'."
  (let ((found (plist-member object name)))
    (if found (cadr found) :none)))

(defun diffabled--item (item section)
  "Return a row of SECTION for ITEM, as the daemon writes it."
  (diffabled--row (diffabled--item-identifier item) (diffabled--item-content item) section))

(defun diffabled--item-identifier (item)
  "Return the identifier in ITEM, as the daemon writes it.
Signals an error if there is none."
  (let ((identifier (if (consp item) (plist-get item :id) item)))
    (unless (or (stringp identifier) (numberp identifier) (vectorp identifier))
      (error "%S is no item" item))
    (diffabled--key identifier)))

(defun diffabled--item-content (item)
  "Return the content in ITEM, as the daemon writes it."
  (if (consp item) (diffabled--member :content item) :none))

(defun diffabled--same (one other)
  "Return whether ONE and OTHER are the same JSON value."
  (cond ((and (consp one) (consp other))
         (and (= (length one) (length other))
              (cl-loop for (name value) on one by #'cddr
                       for found = (plist-member other name)
                       always (and found (diffabled--same value (cadr found))))))
        ((and (vectorp one) (vectorp other))
         (and (= (length one) (length other)) (cl-every #'diffabled--same one other)))
        ((and (numberp one) (numberp other)) (= one other))
        (t (equal one other))))

;;;; Documents

(defun diffabled--document (sections)
  "Return SECTIONS with their rows, as `snapshot/contents' writes them."
  (list :sections
        (vconcat
         (mapcar (lambda (section)
                   `( :id ,(diffabled-section-identifier section)
                      ,@(diffabled--content-member (diffabled-section-content section))
                      :items ,(vconcat (mapcar #'diffabled--item-document
                                               (diffabled-section-rows section)))))
                 sections))))

(defun diffabled--content-member (content)
  "Return CONTENT as a member of a document, or nil if it is `:none'."
  (unless (eq content :none) (list :content content)))

(defun diffabled--item-document (row)
  "Return ROW as an item of a document."
  (let ((content (diffabled--content-member (diffabled-row-content row)))
        (identifier (diffabled-row-identifier row)))
    (if content `(:id ,identifier ,@content) identifier)))

(defun diffabled--plain-p (row)
  "Return whether ROW is one of a plain list, as far as can be seen."
  (and (zerop (diffabled-row-level row))
       (zerop (diffabled-row-number-of-children row))
       (not (diffabled-row-expanded row))))

(defun diffabled--tree-document (rows)
  "Return ROWS as the tree that they show, without their contents."
  (list :items (car (diffabled--trees rows 0))))

(defun diffabled--trees (rows level)
  "Return the trees at LEVEL that ROWS begin with, as (TREES . ROWS-BEHIND)."
  (let (trees)
    (while (and rows (>= (diffabled-row-level (car rows)) level))
      (let ((row (pop rows)))
        (pcase-let ((`(,children . ,behind) (diffabled--trees rows (1+ level))))
          (setq rows behind)
          (push (diffabled--tree row children) trees))))
    (cons (vconcat (nreverse trees)) rows)))

(defun diffabled--tree (row children)
  "Return ROW with CHILDREN, a vector of trees, as an item of a tree."
  (let ((identifier (diffabled-row-identifier row))
        (members `(,@(and (diffabled-row-expanded row) '(:expanded t))
                   ,@(and (> (length children) 0) `(:children ,children)))))
    (if members `(:id ,identifier ,@members) identifier)))

(provide 'diffabled-rows)
;;; diffabled-rows.el ends here
