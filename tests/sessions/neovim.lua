-- What tests/sessions/neovim has Neovim do; for 0.7 and later. Whatever can be
-- done by Neovim's own machinery is: the code action is listed, resolved and
-- applied by vim.lsp.buf.code_action, with only the user's choice made here.
local patience = 60000 -- ms, each wait

local function out(...)
  io.stdout:write(table.concat({ ... }, ' '), '\n')
end

local function wait(what, condition)
  assert(vim.wait(patience, condition, 20), 'waited in vain for ' .. what)
end

local function clients()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

local function session()
  local buffer = vim.api.nvim_get_current_buf()
  assert(vim.bo[buffer].filetype == 'mlir', 'not taken for MLIR')
  local client
  wait('the server', function()
    client = clients()[1]
    return client and client.initialized
  end)
  local id = client.id

  local function lines() return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end
  local function reductions()
    return #vim.tbl_filter(function(line) return line:find('noisy.reduce_noise', 1, true) end, lines())
  end

  -- The diagnostic.
  wait('a diagnostic', function() return #vim.diagnostic.get(buffer) > 0 end)
  local found = vim.diagnostic.get(buffer)
  for _, d in ipairs(found) do
    out(string.format('diagnostic %d:%d %s: %s', d.lnum + 1, d.col + 1, tostring(d.source), d.message))
  end
  assert(#found == 1, 'one diagnostic was expected')
  assert(found[1].message:find('noise overflow: %p2 can have 48', 1, true), 'not the overflow of %p2')
  assert(found[1].severity == vim.diagnostic.severity.ERROR, 'not an error')
  assert(lines()[found[1].lnum + 1]:sub(found[1].col + 1, found[1].col + 3) == '%p2', 'not at %p2')

  -- The hover, in the window that a user sees.
  vim.api.nvim_win_set_cursor(0, { found[1].lnum + 1, found[1].col })
  local hover
  vim.lsp.buf.hover()
  wait('the hover', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local shown = vim.api.nvim_win_get_buf(window)
        hover = table.concat(vim.api.nvim_buf_get_lines(shown, 0, -1, false), '\n')
      end
    end
    return hover
  end)
  out('hover:\n  ' .. hover:gsub('\n', '\n  '))
  assert(hover:find('Noise: 48 bits, limit 26', 1, true), 'the hover lacks the noise')
  assert(hover:find('48 = 24 + 24', 1, true), 'the hover lacks the sum')
  assert(hover:find('noisy.mul', 1, true), "the hover lacks MLIR's part")

  -- The quick fix. The list comes without the edit, so that Neovim has to
  -- resolve what is chosen.
  local listed, resolved
  vim.ui.select = function(items, options, choose)
    listed = {}
    local chosen
    for index, item in ipairs(items) do
      local title = options.format_item and options.format_item(item) or tostring(item)
      out('code action: ' .. title)
      table.insert(listed, title)
      if title:find('Insert optimal reduce_noise', 1, true) then
        chosen = index
        -- {client, action} before 0.10, {action = ..., ctx = ...} after.
        local action = item.action or item[2]
        assert(not action.edit, 'the edit came with the list')
      end
    end
    choose(chosen and items[chosen], chosen)
  end
  local request = client.request
  local spy = function(method)
    if method == 'codeAction/resolve' then resolved = true end
  end
  client.request = function(first, ...)
    -- A method since 0.11, a function before.
    spy(first == client and (...) or first)
    return request(first, ...)
  end
  vim.lsp.buf.code_action()
  wait('the code actions', function() return listed end)
  wait('the fix', function() return reductions() > 0 end)
  out(table.concat(lines(), '\n'))
  assert(resolved, 'codeAction/resolve was not asked')
  assert(reductions() == 3, 'three reductions were expected')

  wait('the diagnostics to go', function() return #vim.diagnostic.get(buffer) == 0 end)
  out('no diagnostics are left')

  -- One undo takes all of it back.
  vim.cmd('silent undo')
  assert(reductions() == 0, 'undo did not take the fix back')
  wait('the diagnostic to come back', function() return #vim.diagnostic.get(buffer) == 1 end)
  out('undone: the diagnostic is back')

  -- Completion, as Neovim makes words of the answer. A word that is complete has none:
  -- Enter makes a new line.
  local function words(line, prefix)
    vim.api.nvim_buf_set_lines(buffer, -2, -2, false, { line })
    local row = vim.api.nvim_buf_line_count(buffer) - 2
    vim.api.nvim_win_set_cursor(0, { row + 1, #line })
    local parameters = {
      textDocument = vim.lsp.util.make_text_document_params(),
      position = { line = row, character = #line },
    }
    local answers = assert(vim.lsp.buf_request_sync(buffer, 'textDocument/completion', parameters, patience))
    local answer = assert(answers[id].result, vim.inspect(answers))
    local convert = vim.lsp.util.text_document_completion_list_to_complete_items
    local items = convert and convert(answer, prefix) or answer.items
    vim.cmd('silent undo')
    return vim.tbl_map(function(item) return item.word or item.textEdit.newText end, items)
  end
  local function expect(line, prefix, expected)
    local found = words(line, prefix)
    out('completion of "' .. line .. '": ' .. table.concat(found, ' '))
    assert(vim.tbl_contains(found, expected) or (not expected and #found == 0), 'not what was expected')
  end
  expect('  %q = noisy.red', 'red', 'reduce_noise')
  expect('  %q = noisy.add %p1, %', '%', '%p1')
  expect('  %q = noisy.add %p1, %p1 : ', '', '!noisy.i32')
  expect('  %q = noisy.add %p1, %p1 : !noisy.i32', 'i32', nil)

  -- Keys, with Enter: the lines are those that were typed. Formatting gives them their
  -- layout, and changes nothing else.
  local function type(keys)
    local codes = vim.api.nvim_replace_termcodes(keys, true, false, true)
    vim.api.nvim_feedkeys(codes, 'xt', false)
  end
  local count = #lines()
  vim.api.nvim_win_set_cursor(0, { found[1].lnum + 1, 0 })
  type('o%q=noisy.add %p1, %p1:!noisy.i32<CR>%s   = noisy.reduce_noise %q : !noisy.i32<Esc>')
  local typed = vim.list_slice(lines(), found[1].lnum + 2, found[1].lnum + 3)
  out('typed:\n' .. table.concat(typed, '\n'))
  assert(#lines() == count + 2, 'two lines were typed')
  assert(typed[1]:find('%q=noisy.add %p1, %p1:!noisy.i32', 1, true), 'not what was typed')
  local before = lines()
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = patience })
  else
    vim.lsp.buf.formatting_sync(nil, patience)
  end
  local formatted = vim.list_slice(lines(), found[1].lnum + 2, found[1].lnum + 3)
  out('formatted:\n' .. table.concat(formatted, '\n'))
  assert(formatted[1] == '  %q = noisy.add %p1, %p1 : !noisy.i32', 'not the layout of MLIR')
  assert(formatted[2] == '  %s = noisy.reduce_noise %q : !noisy.i32', 'not the layout of MLIR')
  for i, line in ipairs(lines()) do
    local isTyped = i == found[1].lnum + 2 or i == found[1].lnum + 3
    assert(isTyped or line == before[i], 'another line was changed: ' .. line)
  end

  -- What Neovim could not make sense of; what the server says on stderr is
  -- there too.
  for line in io.lines(vim.lsp.get_log_path()) do
    assert(line:find('"stderr"', 1, true) or not line:find('%[ERROR%]') and not line:find('%[WARN%]'), line)
  end

  vim.lsp.stop_client(id)
  wait('the server to end', function() return vim.lsp.get_client_by_id(id) == nil end)
end

local ok, why = xpcall(session, debug.traceback)
if not ok then out('FAILED: ' .. tostring(why)) end
for _, client in pairs(clients()) do
  vim.lsp.stop_client(client.id, true)
end
vim.cmd(ok and 'qa!' or 'cquit')
