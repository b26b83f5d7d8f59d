import { afterEach, expect, test } from 'vitest'
import { openFieldDesk } from './field-desk.ts'

let desk: ReturnType<typeof openFieldDesk>
afterEach(() => desk.editor.destroy())

const TEXT = '<p>Nodule of [[Size: number mm 3..11]] in the [[Side: left | right]] lobe.</p><p>[[Remark]]</p>'

test('Tab and Shift+Tab go between the fields, and each is selected as a whole', () => {
  desk = openFieldDesk(TEXT)
  const seen = []
  for (let at = 0; at < 3; at++) {
    expect(desk.tab()).toBe(true)
    seen.push(desk.selected())
  }
  expect(seen).toEqual(['[[Size: number mm 3..11]]', '[[Side: left | right]]', '[[Remark]]'])
  expect(desk.back()).toBe(true)
  expect(desk.selected()).toBe('[[Side: left | right]]')
})

test('behind the last field and before the first, Tab is what it was: another text may have one, or the key is let go', () => {
  desk = openFieldDesk('<p>Of [[Size]]</p><p>Behind.</p>')
  desk.tab()
  expect(desk.tab()).toBe(false)
  expect(desk.leave.mock.calls).toEqual([['next']])
  expect(desk.back()).toBe(false)
  expect(desk.leave).toHaveBeenLastCalledWith('previous')
  expect(desk.selected()).toBe('[[Size]]')
})

test('another text with a field takes over where this one has none left', () => {
  desk = openFieldDesk('<p>Of [[Size]]</p>', true)
  desk.tab()
  expect(desk.tab()).toBe(true)
})

test('in a text without fields Tab goes to the next cell, into a list and takes a shortcut, as before', () => {
  desk = openFieldDesk(
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

test('a shortcut that was typed before a field is still taken by Tab', () => {
  desk = openFieldDesk('<p>lungs</p><p>[[Side]]</p>')
  desk.editor.commands.setTextSelection(6)
  desk.tab()
  expect(desk.text()).toBe('Lungs clear.\n[[Side]]')
  desk.tab()
  expect(desk.selected()).toBe('[[Side]]')
})

test('what is typed takes the place of the field and is ordinary text; Tab goes on to the next open one', () => {
  desk = openFieldDesk(TEXT)
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

test('Shift+Tab goes back to a value that was filled in, and what is typed then takes its place', () => {
  desk = openFieldDesk(TEXT)
  desk.tab()
  desk.type('8')
  desk.tab()
  desk.back()
  expect(desk.selected()).toBe('8 mm')
  desk.type('14')
  desk.tab()
  expect(desk.text()).toContain('Nodule of 14 mm in')
})

test('undo brings a filled field back, open, and it is asked for again', () => {
  desk = openFieldDesk(TEXT)
  desk.tab()
  desk.type('8')
  desk.tab()
  for (let at = 0; at < 3 && !desk.text().includes('[[Size'); at++) desk.editor.commands.undo()
  expect(desk.editor.getHTML()).toBe(TEXT)
  desk.editor.commands.setTextSelection(1)
  desk.tab()
  expect(desk.selected()).toBe('[[Size: number mm 3..11]]')
})

test('a field that is deleted is gone, and neither is a whole paragraph a value', () => {
  desk = openFieldDesk(TEXT)
  desk.tab()
  desk.editor.commands.deleteSelection()
  expect(desk.text()).toContain('Nodule of  in the')
  desk.editor.commands.setTextSelection({ from: 1, to: 12 })
  desk.type('9')
  desk.complete()
  expect(desk.text()).not.toContain('mm')
})

test('brackets that read as no field are ordinary text, and nothing of a text changes by being opened', () => {
  const plain = '<p>[[Side: left]] [x] [[]] PI-RADS [4]</p>'
  desk = openFieldDesk(plain)
  expect(desk.tab()).toBe(false)
  expect(desk.marked('open')).toBe('')
  expect(desk.editor.getHTML()).toBe(plain)
})

test('a text that is read only keeps its Tab', () => {
  desk = openFieldDesk(TEXT)
  desk.editor.setEditable(false)
  expect(desk.tab()).toBe(false)
})
