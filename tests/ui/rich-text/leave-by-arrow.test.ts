import { Editor } from '@tiptap/core'
import { afterEach, expect, test, vi } from 'vitest'
import { reportExtensions } from '#src/ui/rich-text/extensions/report-extensions.ts'

let editor: Editor | undefined
afterEach(() => editor?.destroy())

/**
 * Opens an editor with texts below and above it; each paragraph is one line, because the test page has no line
 * layout.
 */
function desk(content: string, leave = vi.fn(() => true)) {
  const made = new Editor({
    extensions: reportExtensions(
      async () => undefined,
      () => [],
      { leave: () => false },
      { leave },
    ),
    content,
  })
  const atEdge = vi.spyOn(made.view, 'endOfTextblock').mockReturnValue(true)
  editor = made
  const press = (key: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, code: key, cancelable: true, ...more })
    return made.view.someProp('handleKeyDown', (handle) => handle(made.view, event)) ?? false
  }
  return { editor: made, leave, press, atEdge }
}

test('the down arrow leaves from the last line, the up arrow from the first', () => {
  const { editor, leave, press } = desk('<p>One.</p><p>Two.</p>')
  editor.commands.setTextSelection(2)
  expect(press('ArrowDown')).toBe(false)
  expect(press('ArrowUp')).toBe(true)
  expect(leave.mock.calls).toEqual([['previous']])
  editor.commands.setTextSelection(8)
  expect(press('ArrowUp')).toBe(false)
  expect(press('ArrowDown')).toBe(true)
  expect(leave).toHaveBeenLastCalledWith('next')
})

test('within a paragraph of several lines the arrows stay in it', () => {
  const { leave, press, atEdge } = desk('<p>A long line.</p>')
  atEdge.mockReturnValue(false)
  expect(press('ArrowDown')).toBe(false)
  expect(leave).not.toHaveBeenCalled()
})

test('with a modifier, or with selected words, the arrows keep their default', () => {
  const { editor, leave, press } = desk('<p>One.</p>')
  editor.commands.setTextSelection(2)
  for (const modifier of ['shiftKey', 'ctrlKey', 'altKey', 'metaKey'])
    press('ArrowDown', { [modifier]: true })
  editor.commands.setTextSelection({ from: 1, to: 3 })
  press('ArrowDown')
  expect(leave).not.toHaveBeenCalled()
})

test('without a text below, the key is left to the browser', () => {
  const { press } = desk(
    '<p>One.</p>',
    vi.fn(() => false),
  )
  expect(press('ArrowDown')).toBe(false)
})

test('in a list of choices the arrows select and do not leave', () => {
  const { editor, leave, press } = desk('<p>A [[Side: left | right]]</p>')
  press('Tab')
  expect(press('ArrowDown')).toBe(true)
  expect(leave).not.toHaveBeenCalled()
  expect(editor.view.dom.getAttribute('aria-activedescendant')).toMatch(/-0$/)
})
