local Connection = require("diffabled.connection")
local Edits = require("edits")
local arrays = require("diffabled.arrays")
local check = require("check")
local json = require("diffabled.json")
local server = require("diffabled.server")

local COUNT = tonumber(vim.env.TEST_EDITS) or 500

local function splice(shown, at, removed, added)
  local spliced = vim.list_slice(shown, 1, at)
  arrays.extend(spliced, added)
  return arrays.extend(spliced, vim.list_slice(shown, at + removed + 1))
end

--- Holds what is told of each change against what can be seen of the list before and after it.
local function watch(list)
  local watched = { changes = 0, resets = 0, wrong = nil }
  local shown, objects

  local function remember()
    shown, objects = vim.list_slice(list:entries()), {}
    for _, row in ipairs(list:rows()) do
      objects[json.encode(row.identifier)] = row
    end
  end

  local function check_objects()
    for _, section in ipairs(list:sections()) do
      for _, row in ipairs(section.rows) do
        local known = objects[json.encode(row.identifier)]
        assert(not known or known == row, "a row that stayed is the same table")
        assert(list:row(row.identifier) == row and row.section == section, "a row is in its section")
      end
    end
  end

  local function check_forms(change)
    local spliced = shown
    for _, one in ipairs(change:splices()) do
      spliced = splice(spliced, one.at, one.removed, one.added)
    end
    check.same(spliced, list:entries(), "what the splices lead to")
    local hull = change:hull()
    local hulled = hull and splice(shown, hull.at, hull.removed, hull.added) or shown
    check.same(hulled, list:entries(), "what the hull leads to")
  end

  local function check_anchors(change)
    local rows = vim.tbl_filter(function(entry)
      return entry.level ~= nil
    end, change.before)
    for at = 1, #rows, 1 + math.floor(#rows / 10) do
      local near
      for other = #rows, 1, -1 do
        -- Those below win, and of them the first; above it is the last.
        local row = rows[other]
        local stays = list:row(row.identifier) == row
        if stays and (other >= at or not near) then
          near = row
        end
      end
      assert(change:anchor_after(rows[at]) == near, "what hung on a row goes to the nearest one")
    end
  end

  list:on_change(function(change)
    local fine, failure = pcall(function()
      watched.changes = watched.changes + 1
      watched.resets = watched.resets + (change.reset and 1 or 0)
      check.same(change.before, shown, "before")
      check.same(change.after, list:entries(), "after")
      for _, row in ipairs(change.deleted) do
        assert(list:row(row.identifier) ~= row, "a deleted row is gone")
      end
      check_objects()
      check_forms(change)
      check_anchors(change)
      remember()
    end)
    watched.wrong = watched.wrong or (not fine and failure or nil)
  end)
  remember()
  return watched
end

local function check_contents(connection, list, what)
  local contents = connection:request("snapshot/contents", { dataSource = list.name })
  check.equal(list.revision, contents.revision, what)
  check.equal(list:document().sections, contents.sections, what)
end

local function random_edits(headers)
  local connection, edits = check.connect(), Edits.new(headers and 2 or 1)
  local list = connection:open("list", { headers = headers })
  local watched = watch(list)
  for number = 1, COUNT do
    edits:step(connection, list)
    local what = ("edit %d of seed %d"):format(number, edits.seed)
    check_contents(connection, list, what)
    assert(not watched.wrong, ("%s: %s"):format(what, watched.wrong))
    local row = list:rows()[math.random(math.max(1, #list:rows()))]
    if row then
      local place = list:place(row)
      assert(list:sections()[place[1] + 1].rows[place[2] + 1] == row)
      assert(list:entries()[list:index(row)] == row)
    end
  end
  check.equal(watched.changes, COUNT, "the number of changes")
  assert(watched.resets > 0)
end

--- A slow reader that loses a third of the notifications.
local function lose_and_merge()
  Edits.new(3)
  local announced, seen, is_lossy = 0, { merged = 0, lost = 0, overtaken = 0 }, true
  local show_gap
  local connection = Connection.new(function(receive, ended)
    local arguments = { "--merge-after-bytes", "0", "--history-revisions", "30" }
    show_gap = function(revision)
      local params = { dataSource = "list", fromRevision = revision + 1, revision = revision + 2 }
      params.animatingDifferences = true
      receive(json.encode({ jsonrpc = "2.0", method = "dataSource/didApply", params = params }))
    end
    return server.start(server.find(), arguments, function(line)
      local message = json.decode(line)
      local params, result = message.params, message.result
      if type(result) == "table" and (result.sections or result.changes) and result.revision < announced then
        seen.overtaken = seen.overtaken + 1
      end
      if message.method == "dataSource/didApply" then
        announced = params.revision
        seen.merged = seen.merged + (params.origin == "merged" and 1 or 0)
        if is_lossy and math.random(3) == 1 then
          seen.lost = seen.lost + 1
          return
        end
      end
      receive(line)
    end, ended)
  end):start()
  local list = connection:open("list", { document = { sections = { { id = "A", items = { 1, 2, 3, 4, 5 } } } } })
  local watched = watch(list)
  -- Nothing is read for a pause, which grows until the daemon has got so far that something is merged.
  local pause, round, new = 50, 0, 5
  while round < 8 or seen.merged == 0 do
    local merged, left = seen.merged, 68
    local function done(failed)
      assert(not failed, failed)
      left = left - 1
    end
    -- All of a round is written before anything is read, and the first answers are more than a pipe holds.
    for _ = 1, 8 do
      connection:call("rpc.discover", {}, done)
    end
    for number = 1, 60 do
      local more = number % 10 == 0 and { { op = "appendItems", items = { new + 1, new + 2 } } } or {}
      new = new + #more * 2
      table.insert(more, { op = "shuffleItems", seed = math.random(1000) })
      connection:call("dataSource/edit", { dataSource = "list", edits = more }, done)
      if number == 2 then
        -- A gap is seen here, so that what is asked stands between edits that one didApply tells.
        show_gap(list.revision)
        connection:pump()
      end
    end
    vim.loop.sleep(pause)
    check.till(function()
      return left == 0
    end)
    round, pause = round + 1, seen.merged == merged and pause * 2 or pause
  end
  -- One that is heard shows whatever was lost before it.
  is_lossy = false
  local last = list:edit({}).revision
  -- What was lost may be older than the history; then the list reads the whole, behind a refusal.
  check.till(function()
    return list.revision == last
  end)
  check_contents(connection, list, "after the last edit")
  connection:close()
  assert(not watched.wrong, watched.wrong)
  assert(seen.lost > 0)
  io.write("   ", vim.inspect(seen, { newline = " ", indent = "" }), "\n")
end

return {
  { "random edits, and the list is the daemon's after each", random_edits },
  {
    "random edits of a list with headers",
    function()
      random_edits(true)
    end,
  },
  { "a slow reader that loses a third has the daemon's list in the end", lose_and_merge },
}
