import { afterEach, expect, test } from 'vitest'
import { parseUtterance } from '#domain/dictation/parse-utterance.ts'
import { runSteps } from '#src/ui/dictation/run-steps.ts'
import { openFieldEditor } from './field-editor.ts'

let desk: ReturnType<typeof openFieldEditor>
afterEach(() => desk.editor.destroy())

const open = (field: string) => {
  desk = openFieldEditor(`<p>A ${field} lesion.</p>`)
  desk.tab()
}
const WALL = '[[Wall: not seen | normal | thickened | thin]]'
const chosen = () => desk.editor.view.dom.getAttribute('aria-activedescendant')?.split('-').at(-1)

test('arrow keys cycle through the choices, and Enter selects the current one', () => {
  open(WALL)
  expect(chosen()).toBeUndefined()
  desk.press('ArrowDown')
  desk.press('ArrowDown')
  expect(chosen()).toBe('1')
  desk.press('ArrowUp')
  desk.press('ArrowUp')
  expect(chosen()).toBe('3')
  desk.press('Home')
  expect(chosen()).toBe('0')
  desk.press('End')
  expect(desk.press('Enter')).toBe(true)
  expect(desk.text()).toBe('A thin lesion.')
  expect(desk.editor.view.dom.getAttribute('aria-controls')).toBeNull()
})

test('the first Enter selects nothing without a move, and breaks no line', () => {
  open(WALL)
  desk.press('Enter')
  expect([desk.text(), chosen()]).toEqual([`A ${WALL} lesion.`, '0'])
  desk.press('Enter')
  expect(desk.text()).toBe('A not seen lesion.')
})

test('a letter moves to the choice that begins with it, then to the next one; Tab selects it and continues', () => {
  desk = openFieldEditor(`<p>${WALL} and [[Side]]</p>`)
  desk.tab()
  desk.type('t')
  expect(chosen()).toBe('2')
  desk.type('t')
  expect(chosen()).toBe('3')
  desk.type('t')
  expect(chosen()).toBe('2')
  desk.tab()
  expect(desk.text()).toBe('thickened and [[Side]]')
  expect(desk.selected()).toBe('[[Side]]')
})

test('a fully typed choice is selected, and not a longer one that begins with it', () => {
  open('[[Side: left and right | left | right]]')
  desk.type('left')
  expect(chosen()).toBe('1')
  desk.press('Enter')
  expect(desk.text()).toBe('A left lesion.')
})

test('more letters narrow to one choice, also with blanks; Tab without letters selects nothing', () => {
  open('[[Wall: not seen | not thickened]]')
  desk.type('not t')
  expect(chosen()).toBe('1')
  desk.press('Enter')
  expect(desk.text()).toBe('A not thickened lesion.')
  desk.editor.destroy()
  open(WALL)
  desk.tab()
  expect(desk.text()).toBe(`A ${WALL} lesion.`)
})

test('words that begin no choice are the doctor’s own and replace the field', () => {
  open(WALL)
  desk.type('notched')
  expect(desk.text()).toBe('A notched lesion.')
})

test('a selected value can be selected again after Shift+Tab', () => {
  desk = openFieldEditor(`<p>${WALL} and [[Side]]</p>`)
  desk.tab()
  desk.type('n')
  desk.tab()
  desk.back()
  expect(desk.selected()).toBe('not seen')
  desk.type('thi')
  desk.press('Enter')
  expect(desk.text()).toBe('thickened and [[Side]]')
})

test('Escape closes the list, and the keys work in the text again', () => {
  open(WALL)
  expect(desk.press('Escape')).toBe(true)
  expect(desk.press('Escape')).toBe(false)
  expect(desk.press('ArrowDown')).toBe(false)
  desk.type('thick')
  expect(desk.text()).toBe('A thick lesion.')
})

test('a number gets its unit when it is left: by Tab, by Enter, by the cursor, and before the text is read', () => {
  for (const leave of [
    () => desk.tab(),
    () => desk.press('Enter'),
    () => desk.editor.commands.setTextSelection(1),
    () => desk.complete(),
  ]) {
    open('[[Size: number mm 3..11]]')
    desk.type('1')
    desk.type('0')
    expect(desk.text()).toBe('A 10 lesion.')
    expect(desk.screen()).toContain('10 mm')
    leave()
    if (!desk.text().includes('mm')) desk.editor.commands.setTextSelection(1)
    expect(desk.text().replace('\n', '')).toBe('A 10 mm lesion.')
    desk.editor.destroy()
  }
  open('[[Size: number mm]]')
})

test('a typed unit stays unchanged, and words are no number', () => {
  open('[[Size: number mm 3..11]]')
  desk.type('1.2 cm')
  desk.complete()
  expect(desk.text()).toBe('A 1.2 cm lesion.')
  desk.editor.destroy()
  open('[[Size: number mm 3..11]]')
  desk.type('tiny')
  desk.complete()
  expect(desk.text()).toBe('A tiny lesion.')
})

test('a value outside its normal range is marked in words on the screen, and not in the text', () => {
  open('[[Size: number mm 3..11]]')
  desk.type('12')
  expect(desk.marked('outside')).toBe('12')
  desk.complete()
  expect(desk.marked('outside')).toBe('12 mm')
  expect(desk.screen()).toContain('▲ above normal (3 to 11)')
  expect(desk.editor.getHTML()).toBe('<p>A 12 mm lesion.</p>')
  desk.tab()
  desk.back()
  desk.editor.commands.setTextSelection({ from: 3, to: 5 })
  desk.type('2')
  expect(desk.screen()).toContain('▼ below normal (3 to 11)')
  desk.type('.5')
  desk.editor.commands.setTextSelection({ from: 3, to: 6 })
  desk.type('5')
  expect(desk.marked('outside')).toBe('')
})

test('dictated words replace the selected field like typed words', () => {
  desk = openFieldEditor('<p>A lesion of [[Size: number mm]] on the [[Side: left | right]].</p>')
  desk.tab()
  runSteps(desk.editor, parseUtterance('12', 'en'), 'en')
  desk.tab()
  runSteps(desk.editor, parseUtterance('right', 'en'), 'en')
  desk.complete()
  expect(desk.text()).toBe('A lesion of 12 mm on the right.')
})
