local Stub = require("stub")
local arrays = require("diffabled.arrays")
local check = require("check")
local diffabled = require("diffabled")
local json = require("diffabled.json")
local rows = require("diffabled.rows")

local FOLDER = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h") .. "/vectors/"

local function named(entry)
  return rows.is_section(entry) and { section = entry.identifier } or entry.identifier
end

local function lists_of(lists)
  local written = {}
  for _, name in ipairs({ "deleted", "inserted", "moved", "updated" }) do
    written[name] = check.identifiers(lists[name])
  end
  return written
end

--- A change as the vectors write it.
local function written(change, is_view)
  local splices = vim.tbl_map(function(splice)
    return { splice.at, splice.removed, vim.tbl_map(named, splice.added) }
  end, change:splices())
  return vim.tbl_extend("error", lists_of(change), {
    fromRevision = change.from_revision or vim.NIL,
    revision = change.revision,
    animated = change.animated,
    origin = change.origin or vim.NIL,
    tags = change.tags,
    window = is_view and (change.window or vim.NIL) or nil,
    reset = change.reset,
    reloaded = check.identifiers(change.reloaded),
    sections = lists_of(change.sections),
    splices = splices,
  })
end

local function outlines_of(list)
  local runs = {}
  for s, section in ipairs(list:sections()) do
    for r, row in ipairs(section.rows) do
      local last = runs[#runs]
      local follows = last and last.at[1] == s - 1 and last.at[2] + last.count == r - 1
      if follows and rows.has_outline(row, last) then
        last.count = last.count + 1
      elseif not rows.has_outline(row) then
        local outline = { level = row.level, expanded = row.expanded, numberOfChildren = row.number_of_children }
        table.insert(runs, vim.tbl_extend("error", { at = { s - 1, r - 1 }, count = 1 }, outline))
      end
    end
  end
  return runs[1] and runs or nil
end

--- A list as the vectors write it.
local function shown(list)
  return vim.tbl_extend("error", list:document(), {
    revision = list.revision or vim.NIL,
    outlines = outlines_of(list),
    baseRevision = list.base_revision,
    window = list.base_revision and (list.window or vim.NIL) or nil,
  })
end

--- The line of an entry, with all that can be seen of it.
local function line(entry)
  local level = entry.level and (" "):rep(entry.level) .. (entry.expanded and "- " or "+ ") .. entry.number_of_children
  return (level or "#") .. json.encode({ entry.identifier, entry.content })
end

--- Plays one file, with a view on the list.
local Player = {}
Player.__index = Player

function Player:follow(failed, list)
  assert(not failed, failed)
  self.list = list
  self.view = diffabled.view(list, vim.api.nvim_create_buf(false, true), { line = line })
  list:on_change(function(change)
    table.insert(self.told, change)
  end)
end

function Player.about() end

function Player:open(how)
  local name = how.name
  how.name = nil
  self.stub.connection:open(name, how, function(...)
    self:follow(...)
  end)
end

function Player:openView(how)
  self.stub.connection:open_view(how.name, how.view, {}, function(...)
    self:follow(...)
  end)
end

function Player:updateView(members)
  self.list:update_view(members, function() end)
end

function Player:expect(request)
  check.equal(self.stub:expect(), request, "what was asked")
end

function Player:result(result)
  self.stub:answer({ result = result })
end

function Player:error(error)
  self.stub:answer({ error = error })
end

function Player:message(message)
  self.stub:tell(message.method, message.params)
end

function Player:lost()
  self.stub:lose()
end

function Player:restarted()
  self.stub:restart()
end

function Player:change(change)
  local told = self.told
  self.told = {}
  if change == vim.NIL then
    return check.equal(#told, 0, "the number of changes that were told")
  end
  check.equal(#told, 1, "the number of changes that were told")
  check.equal(written(told[1], change.window ~= nil), change, "the change")
  self.last = told[1]
end

function Player:anchor(anchor)
  local after
  for _, entry in ipairs(arrays.extend(vim.list_slice(self.last.before), self.last.after)) do
    if json.encode(named(entry)) == json.encode(anchor.row) then
      after = self.last:anchor_after(entry)
      break
    end
  end
  check.equal(after and after.identifier or vim.NIL, anchor.after, "the anchor")
end

function Player:play_list(list)
  check.equal(shown(self.list), list, "the list")
  local lines = vim.tbl_map(line, self.list:entries())
  check.equal(vim.api.nvim_buf_get_lines(self.view.buffer, 0, -1, false), lines[1] and lines or { "" }, "the buffer")
end

local function play(lines)
  local player = setmetatable({ stub = Stub.new(), told = {} }, Player)
  player.stub.connection:start()
  for number, text in ipairs(lines) do
    local kind, value = next(json.decode(text))
    local fine, failure = pcall(Player[kind == "list" and "play_list" or kind], player, value)
    if not fine then
      error(("line %d, %s: %s"):format(number, lines[1], failure), 0)
    end
  end
  check.equal(#player.stub.sent, 0, "the number of requests at the end")
  assert(#lines > 5)
end

local tests = {}
for _, path in ipairs(vim.fn.glob(FOLDER .. "*.jsonl", false, true)) do
  table.insert(tests, {
    "the vectors of " .. vim.fn.fnamemodify(path, ":t"),
    function()
      play(vim.fn.readfile(path))
    end,
  })
end
return tests
