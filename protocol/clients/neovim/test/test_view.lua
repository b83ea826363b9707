local Edits = require("edits")
local check = require("check")
local diffabled = require("diffabled")
local json = require("diffabled.json")

local api = vim.api
local COUNT = tonumber(vim.env.TEST_EDITS) or 500

--- The line of an entry, with all that can be seen of it.
local function line(entry)
  local level = entry.level and (" "):rep(entry.level) .. (entry.expanded and "-" or "+") .. entry.number_of_children
  return (level or "#") .. json.encode({ entry.identifier, entry.content })
end

--- One extmark for each entry, which says whose it is.
local function decorate(buffer, namespace, number, entry)
  api.nvim_buf_set_extmark(buffer, namespace, number, 0, { virt_text = { { line(entry) } } })
end

--- A view in two windows of some ten lines.
local function show(list, anchor)
  vim.cmd("enew | split")
  local view = diffabled.view(list, 0, { line = line, decorate = decorate, anchor = anchor })
  return view, vim.fn.win_findbuf(view.buffer)
end

local function open(document, anchor, how)
  local connection = check.connect()
  local list = connection:open("list", vim.tbl_extend("error", { document = document }, how or {}))
  return list, connection, show(list, anchor)
end

local function cursor(window)
  return api.nvim_win_get_cursor(window)[1]
end

local function top(window)
  return vim.fn.line("w0", window)
end

local function limit(window, count)
  return math.max(1, count - api.nvim_win_get_height(window) + 1)
end

--- What must be so of the text, its extmarks and the selected rows.
local function check_lines(view)
  local entries, lines = view.list:entries(), {}
  for index, entry in ipairs(entries) do
    lines[index] = line(entry)
  end
  local shown = api.nvim_buf_get_lines(view.buffer, 0, -1, false)
  check.equal(shown, lines[1] and lines or { "" }, "the buffer")
  local marks, selected = {}, {}
  for _, mark in ipairs(api.nvim_buf_get_extmarks(view.buffer, view.namespace, 0, -1, { details = true })) do
    local _, number, _, details = unpack(mark)
    if details.virt_text then
      assert(not marks[number + 1], "a line has one extmark")
      marks[number + 1] = details.virt_text[1][1]
    else
      selected[number + 1] = true
    end
  end
  check.same(marks, lines, "the extmarks")
  for index, entry in ipairs(entries) do
    assert((selected[index] or false) == (view.selected[entry] or false), "selected rows are shown as such")
  end
  for _, option in ipairs({ "modified", "modifiable" }) do
    assert(not api.nvim_buf_get_option(view.buffer, option), option)
  end
end

--- What is to be kept, as it is before a change.
local function note(view, windows)
  local noted = { entries = view.list:entries(), selected = vim.tbl_keys(view.selected), windows = {} }
  for index, window in ipairs(windows) do
    local column = api.nvim_win_get_cursor(window)[2]
    noted.windows[index] = { at = cursor(window), top = top(window), column = column }
  end
  local mark = api.nvim_buf_get_mark(view.buffer, "a")
  noted.marked = noted.entries[mark[1]]
  return noted
end

--- Where what hung on an entry should be now.
local function place_of(list, entries, at)
  for index = at, #entries do
    if list:index(entries[index]) and (index == at or entries[index].level) then
      return list:index(entries[index]), index == at
    end
  end
  for index = at - 1, 1, -1 do
    if list:index(entries[index]) and entries[index].level then
      return list:index(entries[index]), false
    end
  end
  return math.min(at, math.max(1, #list:entries())), false
end

local function check_kept(view, windows, noted)
  local list = view.list
  local count = math.max(1, #list:entries())
  for index, window in ipairs(windows) do
    local before = noted.windows[index]
    local place, stayed = place_of(list, noted.entries, before.at)
    check.equal(cursor(window), place, "the line of the cursor")
    local expected = math.max(1, math.min(before.top + place - before.at, limit(window, count)))
    check.equal(top(window), expected, "the first line in the window")
    local column = api.nvim_win_get_cursor(window)[2]
    assert(not stayed or column == math.min(before.column, #line(list:entries()[place]) - 1), "the column")
  end
  for _, row in ipairs(noted.selected) do
    assert((view.selected[row] or false) == (list:index(row) ~= nil), "rows that stay stay selected, and no others")
  end
  if noted.marked and list:index(noted.marked) then
    check.equal(api.nvim_buf_get_mark(view.buffer, "a")[1], list:index(noted.marked), "the mark a")
  end
end

local function random_edits(headers)
  local connection, edits = check.connect(), Edits.new(tonumber(vim.env.TEST_SEED) or (headers and 8 or 7))
  local list = connection:open("list", { headers = headers, document = check.numbers(200) })
  local view, windows = show(list)
  local lost = 0
  for number = 1, COUNT do
    if math.random(10) == 1 and #list:entries() > 0 then
      for _, window in ipairs(windows) do
        api.nvim_win_set_cursor(window, { math.random(#list:entries()), math.random(6) - 1 })
        vim.fn.win_execute(window, "normal! z" .. ({ "t", "z", "b" })[math.random(3)])
        -- Not behind the end, where a list that becomes shorter does not stay.
        local saved = api.nvim_win_call(window, vim.fn.winsaveview)
        saved.topline = math.min(saved.topline, limit(window, #list:entries()))
        api.nvim_win_call(window, function()
          vim.fn.winrestview(saved)
        end)
      end
      api.nvim_buf_set_mark(view.buffer, "a", math.random(#list:entries()), 0, {})
    end
    if #list:rows() > 0 and math.random(3) == 1 then
      view:toggle(list:rows()[math.random(#list:rows())])
    end
    local noted = note(view, windows)
    edits:step(connection, list, 260)
    connection:request("dataSource/list")
    local fine, failure = pcall(function()
      check_lines(view)
      check_kept(view, windows, noted)
    end)
    if not fine then
      error(("edit %d of seed %d: %s"):format(number, edits.seed, failure), 0)
    end
    lost = lost + (next(view.selected) and 0 or 1)
  end
  assert(lost < COUNT / 2, "there was something to lose")
end

local function shuffle()
  local list, _, view, windows = open(check.numbers(10000))
  local rows = list:rows()
  local held = { rows[5000], rows[77] }
  for index, window in ipairs(windows) do
    api.nvim_win_set_cursor(window, { list:index(held[index]), 2 })
  end
  for index = 1, 10000, 200 do
    view:toggle(rows[index])
  end
  api.nvim_buf_set_mark(view.buffer, "a", 4321, 0, {})
  local noted = note(view, windows)
  list:edit({ { op = "shuffleItems", seed = 3 } })
  assert(list:rows() ~= rows)
  check_lines(view)
  check_kept(view, windows, noted)
  for index, window in ipairs(windows) do
    assert(view.entries[cursor(window)] == held[index])
    assert(vim.fn.win_execute(window, "echo winline()") ~= "")
  end
  check.equal(api.nvim_buf_get_mark(view.buffer, "a")[1], list:index(rows[4321]))
  check.equal(#vim.tbl_keys(view.selected), 50)
end

--- Rows come above all and below all.
local function anchors()
  for _, case in ipairs({
    { "keep", 1, 101 },
    { "top", 1, 1 },
    { "top", 5, 105 },
    { "keep", 200, 300 },
    { "end", 200, 400 },
    { "end", 5, 105 },
  }) do
    local anchor, line_before, line_after = unpack(case)
    local list, connection, _, windows = open(check.numbers(200), anchor)
    api.nvim_win_set_cursor(windows[1], { line_before, 0 })
    local distance = line_before - top(windows[1])
    local above, below = {}, {}
    for number = 1, 100 do
      above[number], below[number] = { number }, { number + 100 }
    end
    list:edit({
      { op = "insertItems", items = above, beforeItem = 1 },
      { op = "insertItems", items = below, afterItem = 200 },
    })
    local what = ("%s from line %d"):format(anchor, line_before)
    check.equal(cursor(windows[1]), line_after, what)
    check.equal(cursor(windows[1]) - top(windows[1]), distance, what)
    connection:close()
  end
end

--- A list that is shorter than the window has nothing above its first line.
local function short_lists()
  local list, _, view, windows = open(check.numbers(3))
  api.nvim_win_set_cursor(windows[1], { 2, 0 })
  list:edit({ { op = "insertItems", items = { "x", "y" }, beforeItem = 1 } })
  check.equal({ cursor(windows[1]), top(windows[1]) }, { 4, 1 })
  check_lines(view)
end

local function neighbours()
  local list, _, view, windows = open(check.numbers(5))
  local rows = list:rows()
  api.nvim_win_set_cursor(windows[1], { 4, 0 })
  for _, case in ipairs({ { 4, 5 }, { 5, 3 }, { 1, 3 }, { 3, 2 } }) do
    list:edit({ { op = "deleteItems", items = { case[1] } } })
    assert(view:row() == rows[case[2]])
    check_lines(view)
  end
  list:edit({ { op = "deleteAllItems" } })
  assert(view:row() == nil)
  check_lines(view)
  list:edit({ { op = "appendSections", sections = { { id = 1, items = { "x", "y" } } } } })
  check_lines(view)
  assert(view:row().identifier == "x")
end

local function looking()
  local list, _, view, windows = open({ sections = { { id = "A", items = { "a", "b" } } } }, nil, { headers = true })
  api.nvim_win_set_cursor(windows[1], { 1, 0 })
  assert(view:row() == nil and view:row(2) == list:row("a") and view:row(9) == nil)
  view:go_to(list:row("b"))
  check.equal(cursor(windows[1]), 3)
  assert(view:row() == list:row("b"))
  vim.cmd("wincmd b | enew | wincmd t | enew")
  assert(view:row() == nil)
  view:go_to(list:row("a"))
  list:edit({ { op = "reverseItems" } })
  check_lines(view)
end

local function odd_text()
  local connection = check.connect()
  local list = connection:open("list", { document = check.document({ "a\nb\tc", { "d", 1 } }) })
  local view = diffabled.view(list, api.nvim_create_buf(false, true))
  check.equal(api.nvim_buf_get_lines(view.buffer, 0, -1, false), { "a\239\191\189b\tc", '["d",1]' })
end

--- What could not be drawn once, or was changed by hand, is drawn anew.
local function failures()
  local list, _, view = open(check.numbers(50))
  view.decorate = function()
    error("this line")
  end
  list:edit({ { op = "shuffleItems", seed = 1 } })
  check.matches(check.reported()[1], "this line")
  list:edit({ { op = "setItems", items = { { id = 5, content = "new" } } } })
  check.equal(#check.reported(), 1)
  view.decorate = decorate
  list:edit({ { op = "moveItem", item = 1, afterItem = 2 } })
  check_lines(view)
  view.decorate = function()
    error("this line")
  end
  list:edit({ { op = "setItems", items = { { id = 6, content = "new" } } } })
  check.equal(#check.reported(), 1)
  view.decorate = decorate
  list:edit({ { op = "moveItem", item = 1, afterItem = 2 }, { op = "moveItem", item = 1, afterItem = 3 } })
  check_lines(view)
  api.nvim_buf_set_option(view.buffer, "modifiable", true)
  api.nvim_buf_set_lines(view.buffer, 3, 5, false, {})
  list:edit({ { op = "moveItem", item = 3, afterItem = 4 } })
  check_lines(view)
end

local function a_view_that_is_gone()
  local list, _, view = open(check.numbers(5))
  local closed = diffabled.view(list, api.nvim_create_buf(false, true))
  closed:close()
  vim.cmd(("bwipeout! %d"):format(view.buffer))
  list:edit({ { op = "reverseItems" } })
  check.equal(#list.changed, 0)
  check.equal(api.nvim_buf_get_lines(closed.buffer, 0, 1, false), { "1" })
end

--- Few splices are drawn one by one, so that what is between them is left alone.
local function what_is_drawn()
  local list, _, view = open(check.numbers(1000))
  local drawn = 0
  view.line = function(entry)
    drawn = drawn + 1
    return line(entry)
  end
  list:edit({ { op = "moveItem", item = 1, afterItem = 1000 }, { op = "reloadItems", items = { 500 } } })
  check.equal(drawn, 2)
  check_lines(view)
end

return {
  { "random edits, and buffer, cursors, marks and selected rows are right after each", random_edits },
  {
    "random edits of a list with headers",
    function()
      random_edits(true)
    end,
  },
  { "a shuffle of 10,000 rows keeps cursors, marks and selected rows", shuffle },
  { "what the scroll holds on to", anchors },
  { "a list that is shorter than the window", short_lists },
  { "a cursor whose row goes is on its neighbour", neighbours },
  { "rows of lines and lines of rows", looking },
  { "text that is no line", odd_text },
  { "a failure while drawing is mended by the next change", failures },
  { "a view that is gone follows no more", a_view_that_is_gone },
  { "only what changed is drawn", what_is_drawn },
}
