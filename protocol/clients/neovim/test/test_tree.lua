--- The file tree, on a directory of its own.
local Tree = require("diffabled.tree")
local check = require("check")
local paths = require("diffabled.tree.path")

local api = vim.api
local root

local function path(name)
  return root .. "/" .. name
end

local function make(...)
  for _, name in ipairs({ ... }) do
    vim.fn.mkdir(vim.fn.fnamemodify(path(name), ":h"), "p")
    vim.loop.fs_close(vim.loop.fs_open(path(name), "w", 420))
  end
end

--- A tree of these files, in a window beside another one.
local function open(...)
  root = vim.fn.tempname()
  make(...)
  local tree = Tree.open(root)
  check.adopt(tree.connection)
  return tree
end

local function lines(tree)
  return api.nvim_buf_get_lines(tree.buffer, 0, -1, true)
end

local function press(keys)
  api.nvim_feedkeys(api.nvim_replace_termcodes(keys, true, false, true), "xt", false)
end

--- Waits until the tree is so.
local function becomes(tree, expected)
  pcall(check.till, function()
    return vim.deep_equal(lines(tree), expected)
  end)
  check.equal(lines(tree), expected)
end

local function opening_and_closing()
  local tree = open("src/lib/a", "src/main", "b", "A")
  check.equal(lines(tree), { "▸ src", "  A", "  b" })
  press("gg<CR>")
  check.equal(lines(tree), { "▾ src", "  ▸ lib", "    main", "  A", "  b" })
  press("j<CR>j")
  check.equal(lines(tree), { "▾ src", "  ▾ lib", "      a", "    main", "  A", "  b" })
  check.equal(tree.view:row().identifier, "src/lib/a")
  press("gg<CR>")
  check.equal(lines(tree), { "▸ src", "  A", "  b" })
  press("<CR>")
  check.equal(#lines(tree), 6, "what was open in it is open again")
  local marks = api.nvim_buf_get_extmarks(tree.buffer, tree.view.namespace, 0, -1, {})
  check.equal({ marks[1][2], marks[2][2], #marks }, { 0, 1, 2 }, "the lines of directories")
end

local function opening_files()
  local tree = open("a b", "src/c")
  press("G<CR>")
  check.equal(api.nvim_buf_get_name(0), path("a b"))
  check.equal(#api.nvim_tabpage_list_wins(0), 2)
  api.nvim_set_current_win(tree.window)
  vim.cmd("only")
  press("G<CR>")
  check.equal(api.nvim_buf_get_name(0), path("a b"))
  check.equal({ #api.nvim_tabpage_list_wins(0), api.nvim_win_get_width(tree.window) }, { 2, 32 })
end

--- What happens on the disk comes, and the cursor stays on its row.
local function following()
  local tree = open("src/lib/a", "src/m", "z")
  press("gg<CR>j<CR>")
  tree.view:go_to(tree.list:row("src/m"))
  make("0", "src/0", "src/lib/0", "src/lib/b")
  vim.loop.fs_unlink(path("src/lib/a"))
  becomes(tree, { "▾ src", "  ▾ lib", "      0", "      b", "    0", "    m", "  0", "  z" })
  check.equal(tree.view:row().identifier, "src/m")
  vim.loop.fs_rename(path("src/lib"), path("src/other"))
  becomes(tree, { "▾ src", "  ▸ other", "    0", "    m", "  0", "  z" })
  check.equal(tree.view:row().identifier, "src/m")
  vim.fn.delete(path("src"), "rf")
  becomes(tree, { "  0", "  z" })
  check.equal(tree.view:row().identifier, "0", "the neighbour")
  make("src/lib/new")
  becomes(tree, { "▾ src", "  ▾ lib", "      new", "  0", "  z" })
  make("src/lib/newer")
  becomes(tree, { "▾ src", "  ▾ lib", "      new", "      newer", "  0", "  z" })
end

--- Where nothing can be watched, the focus or R reads again.
local function reading_again()
  local tree = open("a")
  tree.disk:watch({})
  make("b")
  vim.cmd("doautocmd FocusGained")
  becomes(tree, { "  a", "  b" })
  tree.disk:watch({})
  make("c")
  press("R")
  becomes(tree, { "  a", "  b", "  c" })
end

local function odd_names()
  local latin = "\228\246"
  local texts = { a = true, ["é/😀"] = true, ["\1\127"] = true }
  for _, name in ipairs({ latin, "é\237\160\128", "\240", "é\195", "\195\40\169", "\193\129", "\244\144\128\128" }) do
    texts[name] = false
  end
  for name, is_text in pairs(texts) do
    local identifier = paths.identifier_of(name)
    check.equal(type(identifier), is_text and "string" or "table", name)
    assert(paths.of(identifier) == name)
  end
  local tree = open("x\ny", latin, "é")
  check.equal(lines(tree), { "  x\239\191\189y", "  é", "  äö" })
  press("G<CR>")
  check.equal(vim.fn.expand("%:t") == latin, true)
end

local function daemon_dies()
  local tree = open("src/a", "b")
  press("gg<CR>j")
  local is_there = false
  tree.connection:on_restart(function()
    is_there = true
  end)
  tree.connection.transport.kill()
  check.till(function()
    return is_there
  end)
  make("src/0")
  becomes(tree, { "▾ src", "    0", "    a", "  b" })
  check.equal(tree.view:row().identifier, "src/a")
end

local function ending()
  local tree = open("src/a")
  press("gg<CR>")
  assert(next(tree.disk.handles))
  press("q")
  check.till(function()
    return tree.connection.transport == nil
  end)
  check.equal({ next(tree.disk.handles) == nil, #api.nvim_tabpage_list_wins(0) }, { true, 1 })
  local fine, failure = pcall(Tree.open, root .. "/none")
  assert(not fine)
  check.matches(failure, "none is no directory")
end

-- Finding ------------------------------------------------------------------------------------

local function found(tree)
  return api.nvim_buf_get_lines(api.nvim_win_get_buf(tree.window), 0, -1, true)
end

local function find(tree, text)
  local finder = tree:find()
  api.nvim_buf_set_lines(finder.prompt, 0, -1, true, { text })
  return finder
end

local function finds(tree, expected)
  pcall(check.till, function()
    return vim.deep_equal(found(tree), expected)
  end)
  check.equal(found(tree), expected)
end

local function finding()
  local tree = open("src/lib/guide.md", "src/main", ".git/guide", "group", "z")
  tree.view:go_to(tree.list:row("z"))
  local finder = find(tree, "gu")
  finds(tree, { "src/lib/guide.md", "group" })
  local marked
  check.till(function()
    marked = vim.tbl_filter(function(mark)
      return mark[4].hl_group == "DiffabledMatch"
    end, api.nvim_buf_get_extmarks(finder.view.buffer, finder.view.namespace, 0, -1, { details = true }))
    return #marked == 3
  end)
  local ranges = vim.tbl_map(function(mark)
    return { mark[2], mark[3], mark[4].end_col }
  end, marked)
  check.equal(ranges, { { 0, 8, 10 }, { 1, 0, 1 }, { 1, 3, 4 } })
  api.nvim_buf_set_lines(finder.prompt, 0, -1, true, { "GUI md" })
  finds(tree, { "src/lib/guide.md" })
  press("<Esc>")
  check.equal(lines(tree), { "▸ .git", "▾ src", "  ▾ lib", "      guide.md", "    main", "  group", "  z" })
  check.equal(tree.view:row().identifier, "src/lib/guide.md")
  check.equal(api.nvim_get_current_win(), tree.window)
  check.equal(#api.nvim_tabpage_list_wins(0), 2)
end

local function finding_nothing()
  local tree = open("src/a", "b")
  find(tree, "xyz")
  finds(tree, { "" })
  press("<Esc>")
  check.equal(lines(tree), { "▸ src", "  b" })
end

--- What comes on the disk is found too, and what is chosen is opened.
local function finding_what_comes()
  local tree = open("a.md", "sub/b.md")
  press("/")
  finds(tree, { "sub/b.md", "a.md" })
  api.nvim_buf_set_lines(0, 0, -1, true, { ".md" })
  finds(tree, { "a.md", "sub/b.md" })
  make("c.md")
  finds(tree, { "a.md", "c.md", "sub/b.md" })
  press("<Down><CR>")
  check.equal(api.nvim_buf_get_name(0), path("c.md"))
  check.equal(#api.nvim_tabpage_list_wins(0), 2)
  vim.cmd("wincmd h")
  find(tree, "b")
  finds(tree, { "sub/b.md" })
  vim.cmd("bwipeout!")
  check.till(function()
    return api.nvim_win_get_buf(tree.window) == tree.buffer
  end)
  check.equal(tree.view:row().identifier, "sub/b.md")
end

return {
  { "directories open and close", opening_and_closing },
  { "files open in another window", opening_files },
  { "the disk is followed, and the cursor stays on its row", following },
  { "the disk is read again on demand", reading_again },
  { "names that are no text", odd_names },
  { "the daemon may die", daemon_dies },
  { "the end", ending },
  { "files are found by some of their letters, which are highlighted", finding },
  { "nothing is found", finding_nothing },
  { "what comes is found too, and what is chosen is opened", finding_what_comes },
}
