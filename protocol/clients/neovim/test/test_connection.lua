local Stub = require("stub")
local check = require("check")
local json = require("diffabled.json")

local CHANGES = json.decode([[{
  "sections": {"deletes": [], "inserts": [], "moves": [], "reloads": [], "reconfigures": []},
  "items": {"deletes": [], "inserts": [], "moves": [], "reloads": [], "reconfigures": []}}]])

local function applied(from, more)
  return vim.tbl_extend("force", {
    dataSource = "list",
    fromRevision = from,
    revision = from + 1,
    animatingDifferences = true,
    origin = "dataSource/edit",
    changes = CHANGES,
  }, more or {})
end

local function versions_and_formats()
  local info = Stub.new().info
  local function with(members)
    return Stub.new(vim.tbl_deep_extend("force", info, members))
  end
  local old = check.fails("UnsupportedServer", function()
    with({ protocolVersion = 2 }).connection:start()
  end)
  check.equal(old.message, "The daemon speaks version 2 of the protocol, this library version 1.")
  local staged = Stub.new()
  staged.info.capabilities.changeFormats = { "staged" }
  check.matches(check.fails("UnsupportedServer", staged.connection.start, staged.connection), "format batch")
  check.equal(#staged.notifications, 0)
end

local function no_views()
  local stub = Stub.new()
  stub.info.capabilities.views = nil
  stub.connection:start()
  check.fails("UnsupportedServer", function()
    stub.connection:open_view("hits", { of = "songs" })
  end)
  check.equal(#stub.sent, 0)
end

local function order()
  local stub, list = Stub.opened()
  local told = {}
  list:on_change(function(change)
    table.insert(told, "change " .. change.revision)
    stub.connection:call("dataSource/list", {}, function(_, result)
      table.insert(told, result)
    end)
  end)
  list:edit({}, {}, function(_, result)
    table.insert(told, ("answer %d, list %d"):format(result.revision, list.revision))
  end)
  stub:expect()
  -- All three have come before any is handled.
  stub:say({ method = "dataSource/didApply", params = applied(0) })
  stub:answer({ result = { revision = 1 } })
  stub:expect()
  stub:answer({ result = "listed" })
  check.equal(told, { "change 1", "answer 1, list 1", "listed" })
end

--- A handler that waits has its answer, and what comes meanwhile is told behind it.
local function waiting_in_a_handler()
  local stub, list = Stub.opened()
  local told, is_first = {}, true
  list:on_change(function(change)
    table.insert(told, change.revision)
    if not is_first then
      return
    end
    is_first = false
    vim.schedule(function()
      stub:say({ method = "dataSource/didApply", params = applied(1) })
      stub:expect()
      stub:expect()
      stub:say({ id = stub.open[1].id, result = "of the one outside" })
      stub:say({ id = stub.open[2].id, result = "of the one inside" })
    end)
    table.insert(told, stub.connection:request("dataSource/list", {}, 5000))
    table.insert(told, list.revision)
  end)
  stub.connection:call("dataSource/list", {}, function(_, result)
    table.insert(told, result)
    table.insert(told, list.revision)
  end)
  stub:tell("dataSource/didApply", applied(0))
  check.equal(told, { 1, "of the one inside", 1, 2, "of the one outside", 2 })
end

local function failing_handlers()
  local stub, list = Stub.opened()
  local heard = {}
  list:on_change(function()
    error("this handler")
  end)
  local stop = list:on_change(function(change)
    table.insert(heard, change.revision)
  end)
  stub.connection:on_notification(function()
    error("that handler")
  end)
  stub.connection:on_notification(function(method)
    table.insert(heard, method)
  end)
  stub:tell("dataSource/didApply", applied(0))
  stop()
  stub:tell("dataSource/didApply", applied(1))
  check.equal(heard, { 1, "dataSource/didApply", "dataSource/didApply" })
  check.equal(#check.reported(), 4)
  check.equal(list.revision, 2)
end

local function odd_answers()
  local stub = Stub.opened()
  local refused
  stub.connection:call("dataSource/close", { dataSource = "none" }, function(failed)
    refused = failed
  end)
  stub:expect()
  local answer = { code = 1001, message = "There is none.", data = { kind = "unknownDataSource", dataSource = "none" } }
  stub:answer({ error = answer })
  local members = vim.tbl_extend("error", answer, { method = "dataSource/close", kind = "unknownDataSource" })
  check.equal(setmetatable(refused, nil), vim.tbl_extend("error", members, { name = "RequestFailed" }))
  stub.connection:call("dataSource/close", { dataSource = "none" })
  stub:expect()
  stub:answer({ error = answer })
  check.equal(check.reported(), { "diffabled: There is none." })
  stub.open = { { id = 7777 }, { id = vim.NIL } }
  stub:answer({ result = {} })
  check.equal(check.reported(), {})
  stub:answer({ error = { code = -32700, message = "That was no JSON." } })
  check.matches(check.reported()[1], "That was no JSON")
end

local function given_up()
  local stub = Stub.opened()
  local give_up = stub.connection:call("rpc.discover", {}, function()
    error("nobody wants that")
  end)
  local id = stub.sent[1].id
  stub:expect()
  give_up()
  give_up()
  local cancel = { jsonrpc = "2.0", method = "$/cancelRequest", params = { id = id } }
  check.equal(vim.list_slice(stub.notifications, 2), { cancel })
  stub:answer({ result = {} })
  local failed = check.fails("GivenUp", stub.connection.request, stub.connection, "rpc.discover", {}, 10)
  check.matches(failed, "within 10 ms")
  check.equal(#stub.notifications, 3)
end

local function unwritable()
  local stub = Stub.opened()
  stub.sent = {}
  local fine, failure = pcall(stub.connection.call, stub.connection, "dataSource/content", { dataSource = print })
  assert(not fine)
  check.matches(failure, "A function cannot be written")
  assert(not pcall(stub.connection.open, stub.connection, "other", { document = print }))
  check.equal(#stub.sent, 0)
  check.equal(#stub.connection.lists, 1)
end

local function the_end()
  local stub, list = Stub.opened()
  local told = {}
  stub.connection:on_lost(function(failed)
    table.insert(told, failed.final or false)
  end)
  stub.connection:on_restart(function()
    table.insert(told, list.revision)
  end)
  local function note(failed)
    table.insert(told, failed.name)
  end
  stub.connection:call("rpc.discover", {}, note)
  list:edit({}, {}, note)
  stub:lose()
  check.equal(list.revision, nil)
  stub.connection:call("rpc.discover", {}, note)
  check.till(function()
    return #told == 4
  end)
  stub:restart()
  local made = { dataSource = "list", snapshot = { sections = {} } }
  check.equal(stub:expect(), { method = "dataSource/create", params = made })
  stub:answer({ result = { revision = 1 } })
  check.equal(#stub.sent, 0)
  check.equal(told, { "ConnectionLost", "ConnectionLost", false, "ConnectionLost", 1 })
end

local function too_many_ends()
  local stub = Stub.opened()
  local told, delays = {}, {}
  stub.connection:on_lost(function(failed)
    table.insert(told, failed.final or false)
  end)
  for _ = 1, 3 do
    stub:lose()
    table.insert(delays, stub.restarts[1].delay)
    stub:restart()
    stub:expect()
    stub:answer({ result = { revision = 1 } })
  end
  stub:lose()
  check.equal(#stub.restarts, 0)
  check.equal(delays, { 0, 1000, 2000 })
  check.equal(told, { false, false, false, false, true })
end

--- A list of others is attached, lost, and there again when others have made it.
local function attached()
  local stub = Stub.new()
  stub.connection:start()
  local lists = {}
  local function note(failed, list)
    assert(not failed, failed)
    table.insert(lists, list)
  end
  stub.connection:attach("list", {}, note)
  stub.connection:attach("list", {}, note)
  local contents = { revision = 3, sections = { { id = "A", items = { "a" } } } }
  local function answer_read(body)
    check.equal(stub:expect().method, "snapshot/contents")
    check.equal(stub:expect().method, "dataSource/list")
    stub:answer(body)
    stub:answer({ result = { dataSources = { { dataSource = "list" } } } })
  end
  answer_read({ result = contents })
  check.equal(#lists, 2)
  local list = lists[1]
  assert(list == lists[2])
  local row, told = list:row("a"), 0
  list:on_change(function()
    told = told + 1
  end)
  stub:lose()
  stub:restart()
  check.equal(stub:expect(), { method = "snapshot/contents", params = { dataSource = "list" } })
  stub:answer({ error = { code = 1001, message = "none", data = { kind = "unknownDataSource" } } })
  check.equal(list.revision, nil)
  stub:tell("dataSource/didApply", applied(0))
  stub:expect()
  stub:answer({ result = vim.tbl_extend("force", contents, { revision = 1 }) })
  check.equal({ list.revision, told }, { 1, 0 })
  assert(list:row("a") == row)
end

local function attach_refused()
  local stub = Stub.new()
  stub.connection:start()
  local refused
  stub.connection:attach("list", {}, function(failed)
    refused = failed
  end)
  stub:expect()
  stub:expect()
  stub:answer({ error = { code = 1001, message = "none", data = { kind = "unknownDataSource" } } })
  stub:answer({ result = { dataSources = {} } })
  check.equal(refused.kind, "unknownDataSource")
  check.equal(#stub.connection.lists, 0)
end

--- Another front end changes a view: what it is made again from is asked for.
local function view_made_again()
  local stub = Stub.new()
  stub.connection:start()
  local list
  stub.connection:open_view("list", { of = "songs" }, {}, function(_, opened)
    list = opened
  end)
  stub:expect()
  stub:tell("dataSource/didApply", applied(0, { baseRevision = 1 }))
  stub:answer({ result = { revision = 1 } })
  check.equal({ list.is_view, list.window or "none", list.base_revision }, { true, "none", 1 })
  stub:tell("dataSource/didApply", applied(1, { baseRevision = 1, origin = "dataSource/updateView" }))
  check.equal(stub:expect(), { method = "dataSource/list", params = vim.empty_dict() })
  local view = { of = "songs", flatten = true }
  stub:answer({ result = { dataSources = { { dataSource = "list", baseRevision = 1, view = view } } } })
  stub:lose()
  stub:restart()
  check.equal(stub:expect(), { method = "dataSource/create", params = { dataSource = "list", view = view } })
end

return {
  { "a daemon of another version, or without batch, is refused", versions_and_formats },
  { "a view is not asked of a daemon that has none", no_views },
  { "when a request is answered the list is where the answer says, and handlers may ask", order },
  { "a handler may wait", waiting_in_a_handler },
  { "a handler that fails is reported and stops nobody", failing_handlers },
  { "a refusal, an answer to nobody, and one without an id", odd_answers },
  { "what is given up is cancelled", given_up },
  { "what cannot be written is the caller's mistake", unwritable },
  { "all that waits fails when the daemon ends, and nothing is sent twice", the_end },
  { "a daemon that ends too often is given up", too_many_ends },
  { "a list that others made waits until they make it again", attached },
  { "a list that is not there cannot be attached", attach_refused },
  { "a view is made again by its definition in force", view_made_again },
}
