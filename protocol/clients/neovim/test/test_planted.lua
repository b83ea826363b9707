--- For each promise of the library a fault that breaks it, and the tests that must see that.
local check = require("check")
local server = require("diffabled.server")

local LIBRARY = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h")
local EDITS = "80" -- how many random edits are enough

-- The promise, the file, what is right there, what would be wrong, and the tests that must fail.
local FAULTS = {
  {
    "a gap is seen",
    "following",
    "params.fromRevision ~= self.revision or",
    "",
    "vectors: gap.jsonl",
  },
  {
    "a history that is too old is read anew",
    "following",
    '"revisionUnavailable"',
    '"never"',
    "vectors: too-old",
  },
  {
    "an answer that was overtaken is not the end",
    "following",
    "elseif self.newest > self.revision then",
    "elseif false then",
    "vectors: overtaken",
  },
  {
    "revisions are not counted",
    "following",
    "self.revision = source.revision\n",
    "self.revision = (self.revision or 0) + 1\n",
    "vectors: merged",
  },
  {
    "reloadData is read anew",
    "following",
    "elseif self.revision == nil or params.reloadData then",
    "elseif self.revision == nil then",
    "vectors: reload-data",
  },
  {
    "reloadData is seen while an answer is waited for",
    "following",
    "self.reload = params.revision",
    "",
    "vectors: reload-data",
  },
  {
    "what is closed is empty",
    "following",
    "self:reset({ revision = 0, sections = {} })",
    "",
    "vectors: closed",
  },
  {
    "tags of what was passed over are told",
    "following",
    "for _, passed in ipairs(told)",
    "for _, passed in ipairs({})",
    "vectors: tags",
  },
  {
    "identifiers that look alike differ",
    "rows",
    "M.key_of = json.encode",
    "M.key_of = function(id) return json.encode(id):gsub('[%[%]\"]', '') end",
    "vectors: identifiers",
  },
  {
    "the content null is a content",
    "rows",
    "row.content == nil and",
    "(row.content == nil or row.content == vim.NIL) and",
    "vectors: contents",
  },
  {
    "an empty object is no array",
    "json",
    "getmetatable(value) ~= EMPTY_DICT",
    "true",
    "json: written as they are",
  },
  {
    "large integers are exact",
    "json",
    '("%d"):format(value)',
    '("%.14g"):format(value)',
    "json: written as they are",
  },
  {
    "outlines are followed",
    "replay",
    "changes.outlines or {}",
    "{}",
    "vectors: outlines",
  },
  {
    "rows of a deleted section are deleted",
    "replay",
    "arrays.extend(self.rows.deleted, self:rows_in(section))",
    "",
    "vectors: sections",
  },
  {
    "rows of a moved section move",
    "replay",
    "arrays.extend(self.rows.moved, self:rows_in(section))",
    "",
    "vectors: sections",
  },
  {
    "changes that do not fit change nothing",
    "replay",
    "if not holds then",
    "if false then",
    "vectors: does-not-fit",
  },
  {
    "rows are told by their reloads",
    "replay",
    'if kind == "reloads" then',
    "if false then",
    "vectors: items",
  },
  {
    "a row that stays is the same table",
    "reset",
    "local row = known[key]",
    "local row = nil",
    "list: random edits",
  },
  {
    "after a restart nothing is told",
    "following",
    "not outcome:differs()",
    "false",
    "vectors: restart",
  },
  {
    "after a restart the list is made again",
    "following",
    "rows.document_of(self.shown.sections) or nil",
    "nil",
    "server: kill -9",
  },
  {
    "what waits fails when the daemon ends",
    "connection",
    "self:fail(reason)",
    "",
    "connection: all that waits",
  },
  {
    "a daemon that ends too often is given up",
    "restarts",
    "DELAYS[#self.times + 1]",
    "DELAYS[1]",
    "connection: too often",
  },
  {
    "a handler that fails stops nobody",
    "handlers",
    "local fine, failure = pcall(handler.call, ...)",
    "local fine, failure = true, handler.call(...)",
    "connection: handler that fails",
  },
  {
    "what is given up is cancelled",
    "conversation",
    'self:notify("$/cancelRequest", { id = id })',
    "",
    "connection: cancelled",
  },
  {
    "what a handler waits for comes",
    "conversation",
    "return self:pump_inside()",
    "return",
    "connection: may wait",
  },
  {
    "what is told while a handler waits comes behind it",
    "conversation",
    "if self.is_handling then",
    "if false then",
    "connection: may wait",
  },
  {
    "an anchor goes down first",
    "change",
    "for index = place + 1, #self.before do",
    "for index = 1, 0 do",
    "vectors: anchors",
  },
  {
    "splices go round what stays",
    "change",
    "self.moved,\n",
    "",
    "vectors: items",
  },
  {
    "a splice says what it adds",
    "change",
    "vim.list_slice(after, start, new - 1)",
    "vim.list_slice(before, start, new - 1)",
    "vectors: items",
  },
  {
    "the hull ends behind the last change",
    "change",
    "last.at + #last.added",
    "last.at",
    "list: random edits",
  },
  {
    "a line that comes in parts is whole",
    "server",
    "if start <= #chunk then",
    "if false then",
    "server: as long as they come",
  },
  {
    "what is no message is not waited for",
    "conversation",
    "self.transport.kill()\n  end\n  return { is_done",
    "end\n  return { is_done",
    "server: no message",
  },
  {
    "an empty buffer has a line",
    "view",
    "#shown > 0 and splice.removed",
    "splice.removed",
    "view: neighbour",
  },
  {
    "rows are drawn again where they are",
    "view",
    "self:write_lines(place - 1, place, { entry })",
    "",
    "vectors: contents",
  },
  {
    "sections are drawn again too",
    "view",
    "arrays.extend(vim.list_slice(change.updated), change.sections.updated)",
    "change.updated",
    "vectors: headers",
  },
  {
    "extmarks of what was there are gone",
    "view",
    "api.nvim_buf_clear_namespace(self.buffer, self.namespace, first, last)",
    "",
    "view: random edits",
  },
  {
    "extmarks are made anew",
    "view",
    "self:decorate_line(first + index - 1, entry)",
    "",
    "view: 10,000",
  },
  {
    "the cursor stays on its row",
    "view",
    "saved.lnum = math.min(place or old, count)",
    "",
    "view: 10,000",
  },
  {
    "the cursor of a row that goes is on its neighbour",
    "view",
    "change and change:anchor_after(noted.entry) or noted.entry",
    "noted.entry",
    "view: random edits",
  },
  {
    "every window keeps its own",
    "view",
    "vim.fn.win_findbuf(self.buffer))",
    "{ self:window() })",
    "view: 10,000",
  },
  {
    "a row stays on its line of the window",
    "view",
    "saved.topline = saved.topline + saved.lnum - old",
    "",
    "view: scroll",
  },
  {
    "the end is held on to",
    "view",
    "saved.lnum = count",
    "",
    "view: scroll",
  },
  {
    "nothing is above the first line of a short list",
    "view",
    "if is_filled then",
    "if false then",
    "view: shorter",
  },
  {
    "marks stay with their rows",
    "view",
    "self:restore_marks(marks)",
    "",
    "view: 10,000",
  },
  {
    "selected rows that go are not selected",
    "view",
    "self.selected[row] = nil",
    "",
    "view: random edits",
  },
  {
    "a failure while drawing is mended",
    "view",
    "self.entries = {} --",
    "--",
    "view: failure",
  },
  {
    "few splices are drawn one by one",
    "view",
    "#splices <= MOST_SPLICES",
    "false",
    "view: only what changed",
  },
  {
    "the buffer cannot be edited by hand",
    "view",
    "\"modifiable\", false)\n  api",
    "\"modifiable\", true)\n  api",
    "view: 10,000",
  },
  {
    "the disk is followed",
    "tree/disk",
    "self.changed(dirty)",
    "",
    "tree: disk is followed",
  },
  {
    "directories that are there again are watched again",
    "tree",
    "if self.expanded[inner] and not self.entries[inner] then",
    "if false then",
    "tree: disk is followed",
  },
  {
    "names that are no text are kept",
    "tree/path",
    "if is_text(path) then",
    "if true then",
    "tree: no text",
  },
  {
    "letters that were found are highlighted",
    "tree/finder",
    "self.ranges[row] = highlight.ranges",
    "",
    "tree: highlighted",
  },
  {
    "closed directories are searched",
    "tree/finder",
    "hidden = true",
    "hidden = false",
    "tree: some of their letters",
  },
  {
    "what was found is revealed",
    "tree",
    "self.view:go_to(row)",
    "",
    "tree: some of their letters",
  },
}

local function read(path)
  return table.concat(vim.fn.readfile(path), "\n")
end

--- A copy of the library and its tests, with the fault if there is one.
local function plant(fault)
  local root = vim.fn.tempname()
  local folder = root .. "/neovim"
  vim.fn.mkdir(folder .. "/lua/diffabled/tree", "p")
  vim.fn.mkdir(folder .. "/test", "p")
  vim.loop.fs_symlink(vim.fn.fnamemodify(LIBRARY, ":h") .. "/vectors", root .. "/vectors")
  for _, part in ipairs({ "/lua/diffabled/", "/lua/diffabled/tree/", "/test/" }) do
    for _, path in ipairs(vim.fn.glob(LIBRARY .. part .. "*.lua", false, true)) do
      vim.loop.fs_copyfile(path, folder .. part .. vim.fn.fnamemodify(path, ":t"))
    end
  end
  if fault then
    local _, file, right, wrong = unpack(fault)
    local path = ("%s/lua/diffabled/%s.lua"):format(folder, file)
    local parts = vim.split(read(path), right, { plain = true })
    assert(#parts == 2, ("%s.lua has %q %d times; plant another fault."):format(file, right, #parts - 1))
    vim.fn.writefile(vim.split(table.concat(parts, wrong), "\n"), path)
  end
  return folder
end

--- Runs tests in a folder: what failed, and all that they wrote.
---@param name string the files, and what is in the names of the tests
local function run(folder, name)
  local output, files, words = {}, unpack(vim.split(name, ": "))
  local job = vim.fn.jobstart({ vim.v.progpath, "--headless", "-u", "NONE", "-n", "-c", "luafile test/run.lua" }, {
    cwd = folder,
    env = { DIFFABLED = server.find(), TEST_EDITS = EDITS, TEST_FILES = files, TEST_NAME = words or "" },
    stdout_buffered = true,
    on_stdout = function(_, lines)
      output = lines
    end,
  })
  vim.fn.jobwait({ job })
  vim.fn.delete(vim.fn.fnamemodify(folder, ":h"), "rf")
  local failed = vim.tbl_filter(function(line)
    return line:find("^not ok") ~= nil
  end, output)
  return failed, table.concat(output, "\n")
end

local tests = {
  {
    "the copy itself is right",
    function()
      local failed, output = run(plant(), "vectors connection json")
      check.equal(failed, {})
      check.matches(output, "%d%d tests, 0 failed")
    end,
  },
}
for _, fault in ipairs(FAULTS) do
  local promise, name = fault[1], fault[5]
  table.insert(tests, {
    promise,
    function()
      local failed, output = run(plant(fault), name)
      assert(failed[1], "It is not seen; what there was: " .. output)
    end,
  })
end
return tests
