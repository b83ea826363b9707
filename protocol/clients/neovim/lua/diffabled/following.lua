local Change = require("diffabled.change")
local Handlers = require("diffabled.handlers")
local Replay = require("diffabled.replay")
local Reset = require("diffabled.reset")
local arrays = require("diffabled.arrays")
local errors = require("diffabled.errors")
local rows = require("diffabled.rows")

--- The list of one data source, which follows what is announced and reads anew what it missed.
---
--- It replays each didApply that begins at its revision. While it waits for what it asked, it
--- passes over what is announced; the answer may be older than the newest didApply before it, and
--- then it asks again.
local Following = {}
Following.__index = Following

---@param connection table what it asks
---@param creation table? what makes its data source, but for its rows; `nil` if others made it
function Following.new(name, connection, creation, headers)
  return {
    name = name,
    revision = 0, -- the one that is shown; `nil` while there is no daemon
    window = nil, -- of a view with a window: where it is in how many rows
    base_revision = nil, -- of a view: the revision of its base that it shows
    connection = connection,
    creation = creation,
    headers = headers,
    is_view = creation and creation.view ~= nil, -- `nil` while that is not known
    shown = { sections = {}, rows = {}, entries = {} },
    table = {}, -- the rows by their keys
    changed = Handlers.new(),
    updating = 0, -- its own requests that change the view and are on their way
    is_waiting = false,
    round = 0, -- grows with each round of questions, so that answers to an earlier one are known
    newest = 0, -- the newest revision that was announced
    reload = 0, -- the newest that was announced with reloadData
    passed_over = {},
  }
end

-- What the connection tells ------------------------------------------------------------------

--- A `dataSource/didApply`.
function Following:follow(params)
  local tags = params.tags or { params.tag }
  self.newest = params.revision
  if params.reloadData then
    self.reload = params.revision
  end
  local told = { revision = params.revision, tags = tags, animated = params.animatingDifferences }
  table.insert(self.passed_over, told)
  local is_defined = params.origin == "dataSource/updateView" or params.origin == "merged"
  if self.is_view and is_defined and self.updating == 0 then
    self:learn_definition()
  end
  if self.is_waiting then
    return
  elseif self.revision == nil or params.reloadData then
    self:read({ quiet = self.revision == nil })
  elseif params.fromRevision ~= self.revision or not (params.changes and params.changes.items) then
    self:ask_changes()
  else
    self:replay(params)
  end
end

--- The data source was closed; one that is made anew under its name begins at 0.
function Following:forget()
  self.creation = nil
  self:stop()
  self:reset({ revision = 0, sections = {} })
end

--- The daemon ended.
function Following:lose()
  self:stop()
  self.revision = nil
end

function Following:stop()
  self.round = self.round + 1
  self.is_waiting = false
  self.newest, self.reload = 0, 0
  self.passed_over = {}
end

--- There is a daemon again; `done` is called when the list is right, or waits for others to make it.
function Following:restore(done)
  if self.creation then
    self:make(done)
  else
    self:read({ quiet = true, done = done })
  end
end

--- Reads the list of a data source that others made.
function Following:attach(done, inside)
  self.revision = nil
  self:read({ done = done, inside = inside })
end

--- Asks for the definition of a view that is in force, for making it again.
function Following:learn_definition()
  self.connection:ask("dataSource/list", {}, function(listed)
    if listed then
      self:numbers_in(listed)
    end
  end)
end

-- Asking -------------------------------------------------------------------------------------

--- Passes over what comes until an answer is there, unless something else came up meanwhile.
function Following:wait(done, take)
  self.is_waiting = true
  self.round = self.round + 1
  local round = self.round
  return function(result, failed)
    if round ~= self.round then
      return done and done(failed)
    end
    self.is_waiting = false
    take(result, failed)
  end
end

function Following:ask_changes()
  local params = { dataSource = self.name, since = self.revision }
  local answer = self:wait(nil, function(result, failed)
    if errors.is(failed, "RequestFailed", "unknownDataSource") then
      self:forget() -- It was closed while nobody listened.
    elseif errors.is(failed, "RequestFailed", "revisionUnavailable") then
      self:read()
    elseif failed then
      self:complain(failed)
    elseif self.reload > (self.revision or 0) then
      self:read()
    else
      self:replay(result)
    end
  end)
  self.connection:ask("dataSource/changes", params, answer)
end

--- Reads the list as a whole; that of a view has its window elsewhere. With `quiet` nothing is
--- told if it is as it is shown.
---@param how? { quiet?: boolean, done?: function, inside?: boolean }
function Following:read(how)
  how = how or {}
  local answer = self:wait(how.done, function(result, failed)
    -- Others made it between the question and the last answer.
    if self.newest > 0 and errors.is(failed, "RequestFailed", "unknownDataSource") then
      return self:read(how)
    elseif failed then
      self:complain(failed)
    else
      self:reset(result, how.quiet)
    end
    if how.done then
      how.done(failed)
    end
  end)
  local params = { dataSource = self.name }
  if self.is_view == false then
    self.connection:ask("snapshot/contents", params, answer, how.inside)
    return
  end
  local contents, refused
  self.connection:ask("snapshot/contents", params, function(result, failed)
    contents, refused = result, failed
  end, how.inside)
  self.connection:ask("dataSource/list", {}, function(listed, failed)
    failed = refused or failed
    answer(not failed and vim.tbl_extend("force", contents, self:numbers_in(listed)) or nil, failed)
  end, how.inside)
end

--- Makes the data source again from what is shown. What it tells of that is not followed.
function Following:make(done)
  local trees = self.is_view and {} or vim.tbl_filter(rows.is_tree, self.shown.sections)
  local answer = self:wait(done, function(result, failed)
    if errors.is(failed, "RequestFailed", "dataSourceExists") then
      return self:read({ quiet = true, done = done })
    elseif failed then
      self:complain(failed)
      return done(failed)
    elseif not self.is_view and not trees[1] then
      self:reach(result)
      return done()
    end
    for _, section in ipairs(trees) do
      local snapshot = rows.outline_document_of(section.rows)
      local params = { dataSource = self.name, section = section.identifier, snapshot = snapshot }
      self.connection:ask("dataSource/applySection", params, function(_, refused)
        self:complain(refused)
      end)
    end
    self:read({ quiet = true, done = done })
  end)
  local snapshot = not self.is_view and rows.document_of(self.shown.sections) or nil
  local params = vim.tbl_extend("error", { dataSource = self.name, snapshot = snapshot }, self.creation)
  self.connection:ask("dataSource/create", params, answer)
end

--- Reports why the list is not what the daemon has, unless that may be.
function Following:complain(failed)
  if errors.is(failed, "RequestFailed") and failed.kind ~= "unknownDataSource" then
    errors.report(("The list %q is not what the daemon has: %s"):format(self.name, failed.message))
  end
end

--- What `dataSource/list` tells of a view; its definition is the one in force.
function Following:numbers_in(listed)
  local entry = {}
  for _, other in ipairs(listed.dataSources) do
    entry = other.dataSource == self.name and other or entry
  end
  self.is_view = entry.baseRevision ~= nil
  if self.is_view and self.creation then
    self.creation.view = entry.view
  end
  return { baseRevision = entry.baseRevision, window = entry.window }
end

-- New states ---------------------------------------------------------------------------------

---@param source table a didApply, or the answer to `dataSource/changes`
function Following:replay(source)
  local fine, outcome = pcall(Replay.new, self.shown.sections, self.table, source)
  if fine then
    return self:become(outcome, source)
  elseif type(outcome) ~= "table" then
    errors.report(outcome)
  end
  self:read()
end

function Following:reset(contents, quiet)
  local outcome = Reset.new(self.shown.sections, self.table, contents)
  local window = contents.window ~= vim.NIL and contents.window or nil
  if quiet and vim.deep_equal(window, self.window) and not outcome:differs() then
    self:reach(contents)
  else
    self:become(outcome, contents, true)
  end
end

local function has_structure(lists)
  return lists.deleted[1] or lists.inserted[1] or lists.moved[1]
end

function Following:become(outcome, source, is_reset)
  local before, from_revision = self.shown.entries, self.revision
  outcome:commit(self.table)
  if has_structure(outcome.rows) or has_structure(outcome.sections) then
    self.shown = self:flatten(outcome.order)
  end
  local told = self:reach(source)
  local facts = {
    reset = is_reset or false,
    from_revision = from_revision,
    revision = source.revision,
    animated = not is_reset and told[1] ~= nil,
    origin = source.origin,
    tags = {},
    transaction = source.transaction,
    window = self.window,
  }
  for _, passed in ipairs(told) do
    facts.animated = facts.animated and passed.animated
    arrays.extend(facts.tags, passed.tags)
  end
  self.changed:tell(Change.new(before, self.shown.entries, outcome, facts))
end

--- Sections with all their rows, and all entries: the rows; with headers, each section before its rows.
function Following:flatten(sections)
  local all, entries = {}, {}
  for _, section in ipairs(sections) do
    table.insert(entries, section)
    arrays.extend(all, section.rows)
    arrays.extend(entries, section.rows)
  end
  return { sections = sections, rows = all, entries = self.headers and entries or all }
end

--- Takes over the numbers of a new state. A didApply that was merged, and came before an answer,
--- may lead past it; then what is left is asked for.
---@return table[] told what was announced on the way to it
function Following:reach(source)
  self.revision = source.revision
  if source.baseRevision ~= nil or source.window ~= nil then
    self.base_revision = source.baseRevision or self.base_revision
    self.window = source.window ~= vim.NIL and source.window or nil
  end
  local told, left = {}, {}
  for _, passed in ipairs(self.passed_over) do
    table.insert(passed.revision <= self.revision and told or left, passed)
  end
  self.passed_over = left
  if self.reload > self.revision then
    self:read()
  elseif self.newest > self.revision then
    self:ask_changes()
  end
  return told
end

return Following
