;;; diffabled-view.el --- A list in a buffer  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each entry of a list is one line of text, and its number is its line.  There are no markers
;; and no overlays: each of them would cost each edit, and none would follow a line that moves.
;;
;;     (pop-to-buffer (diffabled-view songs "*songs*" #'diffabled-row-identifier))

;;; Code:

(require 'diffabled)

(defconst diffabled-view--most-splices 64
  "How many splices are drawn one by one.
If there are more, one is drawn, from the first to the last.")

(defvar-local diffabled-view-list nil
  "The list that the buffer shows.")

(defvar-local diffabled-view-action #'ignore
  "Function that \\[diffabled-view-act] calls with the row at point.")

(defvar diffabled-view-changed-hook nil
  "Run in a buffer after a change was drawn and point is where it belongs.")

(defvar-local diffabled-view--printer nil)
(defvar-local diffabled-view--anchor nil)
(defvar-local diffabled-view--marks nil
  "The set of marked rows, a hash table.")
(defvar-local diffabled-view--stop #'ignore
  "Function that stops following the list.")

(defvar diffabled-view-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map special-mode-map)
    (define-key map "n" #'next-line)
    (define-key map "p" #'previous-line)
    (define-key map "m" #'diffabled-view-mark)
    (define-key map "u" #'diffabled-view-unmark)
    (define-key map "U" #'diffabled-view-unmark-all)
    (define-key map (kbd "RET") #'diffabled-view-act)
    map)
  "Keys of `diffabled-view-mode'.")

(define-derived-mode diffabled-view-mode special-mode "Rows"
  "Major mode of buffers that show a list of diffabled, one row a line.
What a line shows is made by a function, and made anew with a change at
any time: overlays, markers and other text there do not follow their
rows.  Point, the mark and the points of all windows do."
  (buffer-disable-undo)
  (setq truncate-lines t)
  (setq-local revert-buffer-function #'diffabled-view--revert)
  (setq mode-line-process '(:eval (diffabled-view--mode-line)))
  (add-hook 'kill-buffer-hook #'diffabled-view--leave nil t)
  (add-hook 'change-major-mode-hook #'diffabled-view--leave nil t))

(cl-defun diffabled-view (list buffer printer &key (anchor 'keep))
  "Show LIST in BUFFER, a buffer or a name; return the buffer.
PRINTER is called with an entry and returns its line, a string that may
have faces.  Entries are rows, and of a list with headers also sections;
those are asked for anew with each change, so they can show counts.

Point stays on its row, at the same distance from the top of its window.
With ANCHOR `top', one on the first line stays there when others come
above; with `end', one behind the last row, or on it, stays at the end."
  (with-current-buffer (get-buffer-create buffer)
    (if (derived-mode-p 'diffabled-view-mode)
        (diffabled-view--leave)
      (diffabled-view-mode))
    (setq diffabled-view-list list
          diffabled-view--printer printer
          diffabled-view--anchor anchor
          diffabled-view--marks (make-hash-table :test #'eq)
          diffabled-view--stop (let ((buffer (current-buffer)))
                                 (diffabled-on-change
                                  list (lambda (change) (diffabled-view--follow buffer change)))))
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (diffabled-view--lines (diffabled-list-entries list))))
    (restore-buffer-modified-p nil)
    (goto-char (point-min))
    (current-buffer)))

(defun diffabled-view--leave ()
  "Stop following the list."
  (funcall diffabled-view--stop))

(defun diffabled-view--mode-line ()
  "Return what the mode line says of the list."
  (if (and diffabled-view-list (diffabled-list-revision diffabled-view-list)) "" " no daemon"))

(defun diffabled-view--revert (&rest _)
  "Print all lines anew, and read the list anew."
  (diffabled-view-redraw)
  (diffabled-refresh diffabled-view-list))

;;;; Rows

(defun diffabled-view-entry (&optional position)
  "Return the row or section at POSITION, by default at point, or nil."
  (save-excursion
    (when position (goto-char position))
    (get-text-property (line-beginning-position) 'diffabled-entry)))

(defun diffabled-view-row (&optional position)
  "Return the row at POSITION, by default at point, or nil."
  (let ((entry (diffabled-view-entry position)))
    (and (diffabled-row-p entry) entry)))

(defun diffabled-view-goto (entry)
  "Move point to ENTRY, a row or section; return it, or nil if it is not there."
  (let ((line (diffabled-list-index diffabled-view-list entry))
        (window (get-buffer-window nil t)))
    (when line
      (goto-char (diffabled-view--position line))
      (when (and window (not (eq (window-buffer) (current-buffer))))
        (set-window-point window (point)))
      entry)))

(defun diffabled-view-act ()
  "Call the function `diffabled-view-action' with the row at point."
  (interactive)
  (funcall diffabled-view-action (diffabled-view--row-at-point)))

(defun diffabled-view--row-at-point ()
  "Return the row at point; signal an error if there is none."
  (or (diffabled-view-row) (user-error "There is no row here")))

;;;; Marks

(defun diffabled-view-mark (row &optional advance)
  "Mark ROW, interactively that at point, and go to the next line if ADVANCE."
  (interactive (list (diffabled-view--row-at-point) t))
  (puthash row t diffabled-view--marks)
  (diffabled-view--redraw-entries (list row))
  (when advance (forward-line)))

(defun diffabled-view-unmark (row &optional advance)
  "Unmark ROW, interactively that at point, and go to the next line if ADVANCE."
  (interactive (list (diffabled-view--row-at-point) t))
  (remhash row diffabled-view--marks)
  (diffabled-view--redraw-entries (list row))
  (when advance (forward-line)))

(defun diffabled-view-unmark-all ()
  "Unmark all rows."
  (interactive)
  (let ((marks (diffabled-view-marks)))
    (clrhash diffabled-view--marks)
    (diffabled-view--redraw-entries marks)))

(defun diffabled-view-marked-p (row)
  "Return whether ROW is marked; printers draw that."
  (gethash row diffabled-view--marks))

(defun diffabled-view-marks ()
  "Return the marked rows, in their order."
  (cl-remove-if-not #'diffabled-view-marked-p (diffabled-list-rows diffabled-view-list)))

;;;; Drawing

(defun diffabled-view--follow (buffer change)
  "Draw CHANGE in BUFFER."
  (with-current-buffer buffer
    (dolist (row (diffabled-change-deleted change))
      (remhash row diffabled-view--marks))
    (diffabled-view--keeping-places change
      (lambda ()
        (diffabled-view--draw change)))
    (run-hooks 'diffabled-view-changed-hook)))

(defun diffabled-view-redraw ()
  "Print all lines anew, with point and all else where they are."
  (diffabled-view--keeping-places nil
    (lambda ()
      (erase-buffer)
      (insert (diffabled-view--lines (diffabled-list-entries diffabled-view-list))))))

(defun diffabled-view--draw (change)
  "Bring the lines from before CHANGE to what is after it."
  (let* ((splices (diffabled-change-splices change))
         (many (> (length splices) diffabled-view--most-splices))
         (line 0)
         (drawn (make-hash-table :test #'eq)))
    (goto-char (point-min))
    (pcase-dolist (`(,at ,removed ,added)
                   (if many (list (diffabled-change-hull change splices)) splices))
      (forward-line (- at line))
      (delete-region (point) (save-excursion (forward-line removed) (point)))
      ;; What marks the line below stays with that.
      (insert-before-markers (diffabled-view--lines added))
      (dolist (entry added) (puthash entry t drawn))
      (setq line (+ at (length added))))
    (diffabled-view--redraw-entries
     (cl-remove-if (lambda (entry) (gethash entry drawn))
                   (append (diffabled-change-updated change)
                           (and (diffabled-list-headers diffabled-view-list)
                                (diffabled-list-sections diffabled-view-list)))))))

(defun diffabled-view--redraw-entries (entries)
  "Print the lines of ENTRIES anew that look different now."
  (let ((places (sort (mapcar (lambda (entry)
                                (cons (diffabled-list-index diffabled-view-list entry) entry))
                              entries)
                      #'car-less-than-car))
        (inhibit-read-only t)
        (line 0))
    (save-excursion
      (goto-char (point-min))
      (pcase-dolist (`(,place . ,entry) places)
        (forward-line (- place line))
        (setq line place)
        (let ((text (substring (diffabled-view--line entry) 0 -1))
              (end (line-end-position)))
          (unless (equal-including-properties text (buffer-substring (point) end))
            ;; The end of the line stays, so that no place gets onto another line.
            (save-excursion
              (delete-region (point) end)
              (insert text))))))
    (restore-buffer-modified-p nil)))

(defun diffabled-view--lines (entries)
  "Return the lines of ENTRIES as one string."
  (mapconcat #'diffabled-view--line entries ""))

(defun diffabled-view--line (entry)
  "Return the line of ENTRY, whatever its printer does."
  (let ((text (condition-case-unless-debug err
                  (funcall diffabled-view--printer entry)
                (error (propertize (error-message-string err) 'face 'error)))))
    (propertize (concat (replace-regexp-in-string "\n" "␤" (if (stringp text) text
                                                             (format "%s" text)))
                        "\n")
                'diffabled-entry entry)))

;;;; Places

(cl-defstruct (diffabled-view--place (:constructor diffabled-view--place) (:copier nil))
  "Where point of a window, or the buffer's own or the mark, is."
  put                                   ; function that puts it to a position
  window entry line
  offset                                ; from the beginning of the line
  lines                                 ; from the first in the window, if it is in sight
  below)                                ; how much is to be seen below the end, by scrolling

(defun diffabled-view--keeping-places (change function)
  "Call FUNCTION, which draws CHANGE, and put all points where they belong then.
CHANGE is nil if the list is the same before and after."
  (declare (indent 1))
  (let ((inhibit-read-only t)
        (places (diffabled-view--places))
        (last-line (1- (length (if change
                                   (diffabled-change-before change)
                                 (diffabled-list-entries diffabled-view-list))))))
    (save-restriction
      (widen)
      (funcall function)
      (dolist (place places)
        (diffabled-view--put-back place change last-line))
      (restore-buffer-modified-p nil))))

(defun diffabled-view--places ()
  "Return what has to be put back after a change."
  (append
   (and (mark t) (list (diffabled-view--place-at (mark t) (lambda (to) (set-marker (mark-marker) to)))))
   (list (diffabled-view--place-at (point) #'goto-char))
   (mapcar (lambda (window)
             (diffabled-view--place-at (window-point window)
                                       (lambda (to) (set-window-point window to))
                                       window))
           (get-buffer-window-list nil t t))))

(defun diffabled-view--place-at (position put &optional window)
  "Return the place at POSITION, which PUT puts back, of WINDOW."
  (save-excursion
    (goto-char position)
    (let ((line (1- (line-number-at-pos nil t)))
          (above (and window (1- (line-number-at-pos (window-start window) t)))))
      (diffabled-view--place
       :put put :window window :line line :entry (diffabled-view-entry)
       :offset (- (point) (line-beginning-position))
       :below (and window (diffabled-view--below window above))
       ;; Where point is out of sight, Emacs scrolls to it by itself.
       :lines (and window (<= above line) (< (- line above) (window-body-height window))
                   (- line above))))))

(defun diffabled-view--put-back (place change last-line)
  "Put PLACE where it belongs after CHANGE; LAST-LINE was the number of the last."
  (let ((line (diffabled-view--new-line place change last-line))
        (lines (diffabled-view--place-lines place)))
    (when lines
      (set-window-start (diffabled-view--place-window place)
                        (diffabled-view--position (diffabled-view--new-top place line))
                        t))
    (funcall (diffabled-view--place-put place)
             (save-excursion
               (goto-char (diffabled-view--position line))
               (when (eq (diffabled-view-entry) (diffabled-view--place-entry place))
                 (goto-char (min (line-end-position)
                                 (+ (point) (diffabled-view--place-offset place)))))
               (point)))))

(defun diffabled-view--below (window top)
  "Return how many lines below the end WINDOW shows because it was scrolled to TOP."
  (if (= top 0)
      0
    (max 0 (- (+ top (window-body-height window)) (count-lines (point-min) (point-max))))))

(defun diffabled-view--new-top (place line)
  "Return the first line in the window of PLACE, which is on LINE now.
Below the end no more is to be seen than was: a list that fits into its
window is not scrolled."
  (max 0 (min (- line (diffabled-view--place-lines place))
              (+ (- (count-lines (point-min) (point-max))
                    (window-body-height (diffabled-view--place-window place)))
                 (diffabled-view--place-below place)))))

(defun diffabled-view--new-line (place change last-line)
  "Return the line where PLACE belongs after CHANGE.
LAST-LINE was the number of the last."
  (let* ((line (diffabled-view--place-line place))
         (entry (diffabled-view--place-entry place))
         (count (length (diffabled-list-entries diffabled-view-list)))
         (anchor (and entry (if change (diffabled-anchor-after change entry) entry))))
    (cond ((< last-line 0) 0)
          ((not entry) count)
          ((and (eq diffabled-view--anchor 'top) (= line 0)) 0)
          ((and (eq diffabled-view--anchor 'end) (= line last-line)) (max 0 (1- count)))
          (t (or (and anchor (diffabled-list-index diffabled-view-list anchor)) 0)))))

(defun diffabled-view--position (line)
  "Return where LINE begins, which counts from 0."
  (save-excursion
    (goto-char (point-min))
    (forward-line line)
    (point)))

(provide 'diffabled-view)
;;; diffabled-view.el ends here
