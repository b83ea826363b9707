;;; shuffle.el --- What a shuffle and one far move cost  -*- lexical-binding: t; -*-

;;; Commentary:

;;   emacs -Q --batch -L . -f batch-byte-compile *.el
;;   emacs -Q --batch -L . -l benchmarks/shuffle.el
;;
;; Prints for each number of rows, for a shuffle and for a move from one end to the other, medians
;; of 5 in milliseconds of Emacs's processor time: of a list that two windows show, from the request
;; to its answer, and of that the view's own.

;;; Code:

(require 'cl-lib)
(require 'diffabled)
(require 'diffabled-view)

(defun shuffle-clock ()
  "Return the milliseconds of processor time that Emacs has used."
  (* 1000 (float-time (get-internal-run-time))))

(defun shuffle-median (times)
  "Return the median of TIMES."
  (nth (/ (length times) 2) (sort times #'<)))

(defun shuffle-measure (list view-times function)
  "Return the medians of what edits of LIST cost, all and the view's part.
FUNCTION makes an edit of a number; VIEW-TIMES holds when the view began
and when it was done."
  (let (all view)
    (dotimes (round 5)
      (let ((edit (funcall function round))
            (start (shuffle-clock)))
        (diffabled-edit list edit)
        (push (- (shuffle-clock) start) all)
        (push (- (cdr view-times) (car view-times)) view)))
    (list (shuffle-median all) (shuffle-median view))))

(defun shuffle-run (connection count)
  "Print what a list of COUNT rows costs with CONNECTION."
  (let* ((items (vconcat (cl-loop for number below count collect (format "row %d" number))))
         (list (diffabled-open connection (format "list %d" count)
                               :document `(:sections [(:id "s" :items ,items)])))
         (times (cons 0 0)))
    (diffabled-on-change list (lambda (_) (setcar times (shuffle-clock))))
    (switch-to-buffer (diffabled-view list (format "*%d rows*" count)
                                      (lambda (row) (diffabled-row-identifier row))))
    (diffabled-on-change list (lambda (_) (setcdr times (shuffle-clock))))
    (delete-other-windows)
    (split-window)
    (diffabled-view-goto (nth (/ count 2) (diffabled-list-rows list)))
    (garbage-collect)
    (princ (apply #'format "| %d | %.1f | %.1f | %.1f | %.1f |\n" count
                  (append
                   (shuffle-measure list times
                                    (lambda (round) `(:op "shuffleItems" :seed ,round)))
                   (shuffle-measure list times
                                    (lambda (_)
                                      (let ((rows (diffabled-list-rows list)))
                                        (list :op "moveItem"
                                              :item (diffabled-row-identifier (car rows))
                                              :afterItem (diffabled-row-identifier
                                                          (car (last rows))))))))))))

(let ((connection (diffabled-connect)))
  (dolist (count '(1000 10000 100000))
    (shuffle-run connection count))
  (diffabled-close connection))

;;; shuffle.el ends here
