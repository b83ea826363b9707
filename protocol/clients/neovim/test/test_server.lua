local Edits = require("edits")
local check = require("check")
local diffabled = require("diffabled")
local server = require("diffabled.server")

--- An executable script in a folder of its own.
local function script(name, text)
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder)
  local path = folder .. "/" .. name
  vim.fn.writefile(vim.split(text, "\n"), path)
  vim.loop.fs_chmod(path, 493) -- 0755
  return path, folder
end

local function kill(connection)
  connection.transport.kill()
end

local function until_restarted(connection, act)
  local is_there = false
  local stop = connection:on_restart(function()
    is_there = true
  end)
  act()
  check.till(function()
    return is_there
  end)
  stop()
end

local function check_contents(connection, list)
  local contents = connection:request("snapshot/contents", { dataSource = list.name })
  check.equal({ list.revision, list:document().sections }, { contents.revision, contents.sections })
end

local function killed()
  local connection, items = check.connect(), {}
  for number = 1, 200 do
    items[number] = { id = { "row", number, vim.NIL, true }, content = vim.NIL }
  end
  local list = connection:open("list", { document = check.document(items), options = { history = 3 } })
  local view = diffabled.view(list, vim.api.nvim_create_buf(false, true))
  local rows, tick = list:rows(), vim.api.nvim_buf_get_changedtick(view.buffer)
  list:on_change(function()
    error("nothing has changed")
  end)
  local lost
  connection:on_lost(function(failed)
    lost = failed.message
    assert(list.revision == nil)
  end)
  until_restarted(connection, function()
    kill(connection)
    check.fails("ConnectionLost", connection.request, connection, "rpc.discover")
  end)
  check.equal(lost, "The daemon ended by signal 9.")
  check.equal(list.revision, 1)
  check.same(list:rows(), rows, "the rows")
  check.equal(vim.api.nvim_buf_get_changedtick(view.buffer), tick)
  check_contents(connection, list)
end

local function killed_trees()
  local connection = check.connect()
  local list = connection:open("list", { document = check.document({ "a", "d" }) })
  local edits = {
    { op = "append", items = { "b", { id = "c", content = vim.NIL } }, to = "a" },
    { op = "expand", items = { "a" } },
    { op = "append", items = { "hidden" }, to = "d" },
  }
  connection:request("dataSource/editSection", { dataSource = "list", section = "s", edits = edits })
  local before = check.identifiers(list:rows())
  until_restarted(connection, function()
    kill(connection)
  end)
  check_contents(connection, list)
  check.equal(check.identifiers(list:rows()), before)
  check.equal(before, { "a", "b", "c", "d" })
  local row = list:row("a")
  check.equal({ row.level, row.expanded, row.number_of_children, list:row("b").level }, { 0, true, 2, 1 })
  check.equal(list:row("d").number_of_children, 0, "what was hidden is lost")
end

local function edits_and_deaths()
  local connection, edits = check.connect(), Edits.new(5)
  local lists = { connection:open("list"), connection:open("other", { document = check.numbers(3) }) }
  for _ = 1, 3 do
    for _ = 1, 20 do
      edits:step(connection, lists[1])
      -- A list that is read anew is complete when the next answer is there.
      connection:request("dataSource/list")
    end
    local rows = lists[1]:rows()
    until_restarted(connection, function()
      connection.restarts.times = {}
      kill(connection)
    end)
    check.same(lists[1]:rows(), rows, "the rows")
    check_contents(connection, lists[1])
    check_contents(connection, lists[2])
  end
  local made = connection:request("dataSource/list").dataSources
  check.equal({ made[1].dataSource, made[2].dataSource }, { "list", "other" })
end

local function died_while_made()
  local connection = check.connect()
  local path = script("daemon", "#!/bin/sh\nkill -9 $$")
  check.fails("ConnectionLost", diffabled.connect, { server = path })
  local opening = "waits"
  connection:open("list", { document = check.numbers(9) }, function(failed)
    opening = failed and failed.name
  end)
  until_restarted(connection, function()
    kill(connection)
  end)
  if opening == "ConnectionLost" then
    check.equal(#connection.lists, 0)
    connection:open("list")
  end
  check_contents(connection, connection:list("list"))
end

local function ends_again_and_again()
  local count = vim.fn.tempname()
  local text = "#!/bin/sh\necho x >> %s\n[ $(wc -l < %s) -gt 1 ] && { echo 'No more.' >&2; exit 3; }\nexec %s"
  local path = script("daemon", text:format(count, count, server.find()))
  local connection, told = check.connect({ server = path }), {}
  connection.later = function(call)
    vim.schedule(call)
  end
  connection:on_lost(function(failed)
    table.insert(told, failed)
  end)
  kill(connection)
  check.till(function()
    return #told == 2
  end)
  check.equal({ told[1].final or false, told[2].final }, { false, true })
  local words = "The daemon ended with code 3. It said: No more. Nobody tries any more to start it again."
  check.equal(told[2].message, words)
  check.equal(vim.fn.readfile(count), { "x", "x", "x", "x" })
  check.fails("ConnectionLost", connection.request, connection, "dataSource/list")
end

local function without_restart()
  local connection, finals = check.connect({ restart = false }), {}
  connection:on_lost(function(failed)
    table.insert(finals, failed.final or false)
  end)
  kill(connection)
  check.till(function()
    return #finals == 2
  end)
  check.equal(finals, { false, true })
end

local function closing()
  local connection = check.connect()
  local list = connection:open("list")
  check.equal(connection:close(), 0)
  check.equal(list.revision, nil)
  check.fails("ConnectionLost", connection.request, connection, "dataSource/list")

  local info = '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"capabilities":{"changeFormats":["batch"]}}}'
  local deaf = script("daemon", "#!/bin/sh\nread line\necho '" .. info .. "'\nwhile :; do sleep 1; done")
  local start = vim.loop.now()
  connection = diffabled.connect({ server = deaf })
  connection:close()
  assert(vim.loop.now() - start > 3900, "2 s for the answer and 2 s for the end")
end

local function closed_list()
  local connection = check.connect()
  local list = connection:open("list", { document = check.numbers(3) })
  local fine, failure = pcall(connection.open, connection, "list")
  assert(not fine)
  check.matches(failure, 'has a list "list" already')
  list:close()
  check.equal({ #list:rows(), list.revision }, { 0, 0 })
  connection:open("list")
end

local function long_lines()
  local connection = check.connect()
  local content = { text = ("ä\226\128\168😀\n\0"):rep(30000) }
  local list = connection:open("list", { document = check.document({ { id = "😀", content = content } }) })
  assert(list:row("😀").content.text == content.text)
  assert(list:row("other") == nil)
end

local function no_message()
  local path = script("daemon", "#!/bin/sh\necho hello\nexec sleep 30")
  check.matches(check.fails("ConnectionLost", diffabled.connect, { server = path }), "by signal 9")
  check.matches(check.reported()[1], "no message, and is killed: hello")
end

local function looking()
  local daemon, path = vim.env.DIFFABLED, vim.env.PATH
  local found = server.find()
  local fine, failure = pcall(function()
    vim.env.DIFFABLED = "/nowhere/diffabled"
    check.equal(server.find(found), found)
    local words = "$DIFFABLED is /nowhere/diffabled, and no executable file is there."
    check.equal(check.fails("ServerNotFound", server.find).message, words)
    check.matches(check.fails("ServerNotFound", server.find, "/tmp"), '^The setting "server" is /tmp, and')
    vim.env.DIFFABLED = nil
    local on_path, folder = script("diffabled", "#!/bin/sh")
    vim.env.PATH = "/nowhere:" .. folder
    check.equal(server.find(), on_path)
    vim.env.PATH = "/nowhere"
    -- A copy of the library is in no checkout.
    vim.fn.mkdir(folder .. "/lua/diffabled", "p")
    local library = debug.getinfo(server.find, "S").source:sub(2)
    vim.loop.fs_copyfile(library, folder .. "/lua/diffabled/server.lua")
    local copy = dofile(folder .. "/lua/diffabled/server.lua")
    check.equal(
      check.fails("ServerNotFound", copy.find).message,
      'No diffabled was found. The setting "server" is empty. $DIFFABLED is not set. PATH has no diffabled. '
        .. 'The library is in no checkout of diffabled. Build it with "swift build -c release --product diffabled".'
    )
  end)
  vim.env.DIFFABLED, vim.env.PATH = daemon, path
  assert(fine, failure)
end

return {
  { "after kill -9 the list is there again, with the same rows, and nothing is told or drawn", killed },
  { "trees are made again as they were shown", killed_trees },
  { "random edits and three deaths", edits_and_deaths },
  { "a daemon may die while a list is made, or at once", died_while_made },
  { "a daemon that ends again and again is given up, and that is said once", ends_again_and_again },
  { "without restart it is told at once that nobody tries", without_restart },
  { "close ends the daemon, also one that does not listen", closing },
  { "a list that is closed is gone, and its name is free", closed_list },
  { "an identifier, a content and a line as long as they come", long_lines },
  { "a daemon that sends what is no message is killed", no_message },
  { "where the daemon is looked for, and what is said when it is nowhere", looking },
}
