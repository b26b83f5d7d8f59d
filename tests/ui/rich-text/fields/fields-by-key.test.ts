import { afterEach, expect, test } from 'vitest'
import { openFieldEditor } from './field-editor.ts'

let desk: ReturnType<typeof openFieldEditor>
afterEach(() => desk.editor.destroy())

const TEXT = '<p>Nodule of [[Size: number mm 3..11]] in the [[Side: left | right]] lobe.</p><p>[[Remark]]</p>'

test('Tab and Shift+Tab move between the fields, and each is selected as a whole', () => {
  desk = openFieldEditor(TEXT)
  const seen = []
  for (let at = 0; at < 3; at++) {
    expect(desk.tab()).toBe(true)
    seen.push(desk.selected())
  }
  expect(seen).toEqual(['[[Size: number mm 3..11]]', '[[Side: left | right]]', '[[Remark]]'])
  expect(desk.back()).toBe(true)
  expect(desk.selected()).toBe('[[Side: left | right]]')
})

test('after the last field and before the first, Tab goes to another text with fields or keeps its default', () => {
  desk = openFieldEditor('<p>Of [[Size]]</p><p>Behind.</p>')
  desk.tab()
  expect(desk.tab()).toBe(false)
  expect(desk.leave.mock.calls).toEqual([['next']])
  expect(desk.back()).toBe(false)
  expect(desk.leave).toHaveBeenLastCalledWith('previous')
  expect(desk.selected()).toBe('[[Size]]')
})

test('another text with a field continues if this one has none left', () => {
  desk = openFieldEditor('<p>Of [[Size]]</p>', true)
  desk.tab()
  expect(desk.tab()).toBe(true)
})

test('in a text without fields Tab goes to the next cell, into a list and expands a shortcut, as before', () => {
  desk = openFieldEditor(
    '<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table><p>lungs</p>',
    true,
  )
  desk.editor.commands.setTextSelection(5)
  const before = desk.editor.state.selection.from
  expect(desk.tab()).toBe(true)
  expect(desk.editor.state.selection.from).toBeGreaterThan(before)
  desk.editor.commands.setTextSelection(desk.editor.state.doc.content.size - 1)
  expect(desk.tab()).toBe(true)
  expect(desk.text()).toContain('Lungs clear.')
  expect(desk.leave).not.toHaveBeenCalled()
  desk.editor.commands.setContent('<ul><li><p>one</p></li><li><p>two</p></li></ul>')
  desk.editor.commands.setTextSelection(12)
  expect(desk.tab()).toBe(true)
  expect(desk.editor.getHTML()).toContain('<ul><li><p>two')
})

test('a shortcut typed before a field is still expanded by Tab', () => {
  desk = openFieldEditor('<p>lungs</p><p>[[Side]]</p>')
  desk.editor.commands.setTextSelection(6)
  desk.tab()
  expect(desk.text()).toBe('Lungs clear.\n[[Side]]')
  desk.tab()
  expect(desk.selected()).toBe('[[Side]]')
})

test('typed text replaces the field and is ordinary text; Tab moves to the next open one', () => {
  desk = openFieldEditor(TEXT)
  desk.tab()
  desk.type('8')
  desk.tab()
  expect(desk.selected()).toBe('[[Side: left | right]]')
  desk.press('ArrowDown')
  desk.press('Enter')
  desk.tab()
  desk.type('Stable.')
  expect(desk.editor.getHTML()).toBe('<p>Nodule of 8 mm in the left lobe.</p><p>Stable.</p>')
  expect(desk.tab()).toBe(false)
})

test('Shift+Tab returns to a filled value, and typed text then replaces it', () => {
  desk = openFieldEditor(TEXT)
  desk.tab()
  desk.type('8')
  desk.tab()
  desk.back()
  expect(desk.selected()).toBe('8 mm')
  desk.type('14')
  desk.tab()
  expect(desk.text()).toContain('Nodule of 14 mm in')
})

test('undo restores a filled field, open, and it is required again', () => {
  desk = openFieldEditor(TEXT)
  desk.tab()
  desk.type('8')
  desk.tab()
  for (let at = 0; at < 3 && !desk.text().includes('[[Size'); at++) desk.editor.commands.undo()
  expect(desk.editor.getHTML()).toBe(TEXT)
  desk.editor.commands.setTextSelection(1)
  desk.tab()
  expect(desk.selected()).toBe('[[Size: number mm 3..11]]')
})

test('a deleted field stays removed, and a whole paragraph is no value', () => {
  desk = openFieldEditor(TEXT)
  desk.tab()
  desk.editor.commands.deleteSelection()
  expect(desk.text()).toContain('Nodule of  in the')
  desk.editor.commands.setTextSelection({ from: 1, to: 12 })
  desk.type('9')
  desk.complete()
  expect(desk.text()).not.toContain('mm')
})

test('brackets that form no field are ordinary text, and opening a text changes nothing in it', () => {
  const plain = '<p>[[Side: left]] [x] [[]] PI-RADS [4]</p>'
  desk = openFieldEditor(plain)
  expect(desk.tab()).toBe(false)
  expect(desk.marked('open')).toBe('')
  expect(desk.editor.getHTML()).toBe(plain)
})

test('a read-only text keeps its Tab', () => {
  desk = openFieldEditor(TEXT)
  desk.editor.setEditable(false)
  expect(desk.tab()).toBe(false)
})
