--- The README's examples, as they are printed.
local check = require("check")

local HERE = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h")
local README = table.concat(vim.fn.readfile(HERE .. "/README.md"), "\n")

--- The first fenced block of a language.
local function block(language)
  return README:match("\n```" .. language .. "\n(.-\n)```\n")
end

local function five_minutes()
  local build, script = block("sh"):match("^(.-\n)(.*)$")
  check.matches(build, "^swift build ")
  -- Where there is a daemon already, it need not be the one of this checkout.
  script = (vim.env.DIFFABLED and "" or build) .. script
  local checkout = vim.fn.fnamemodify(HERE, ":h:h:h")
  local output = vim.fn.system({ "bash", "-euo", "pipefail", "-c", ('cd "%s"\n'):format(checkout) .. script })
  check.equal({ vim.v.shell_error, output }, { 0, block("text") })
end

local function example()
  local run = assert(loadstring(block("lua") .. "\nreturn connection, list, view"))
  local connection, list, view = run()
  local line = vim.api.nvim_buf_get_lines
  check.equal(line(view.buffer, 0, -1, true), { "src", "README.md" })
  local marks = vim.api.nvim_buf_get_extmarks(view.buffer, view.namespace, 0, -1, {})
  check.equal({ #marks, marks[1][2] }, { 1, 0 })
  list:edit({ { op = "reverseItems" } })
  check.equal(line(view.buffer, 0, -1, true), { "README.md", "src" })
  vim.api.nvim_feedkeys(" ", "xt", false)
  check.equal(view.selected[list:row("src")], true)
  connection:close()
end

return {
  { "the five minutes do what they say", five_minutes },
  { "the example of a view", example },
}
