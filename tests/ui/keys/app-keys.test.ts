import { Editor, getExtensionField } from '@tiptap/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_KEYS, type AppKey, comboOf, isAppKey, KEYS_OVER_TEXT } from '#src/ui/keys/app-keys.ts'
import { reportExtensions } from '#src/ui/rich-text/extensions/report-extensions.ts'

let editor: Editor
beforeAll(() => {
  editor = new Editor({ extensions: reportExtensions(async () => undefined), injectCSS: false })
})
afterAll(() => editor.destroy())

const editorKeys = () =>
  editor.extensionManager.extensions.flatMap((extension) => {
    // A binding of the core: Ctrl+Enter leaves a code block there, and a report has none.
    if (extension.name === 'keymap') return []
    const shortcuts = getExtensionField<(() => Record<string, unknown>) | undefined>(
      extension,
      'addKeyboardShortcuts',
      { name: extension.name, options: extension.options, storage: {}, editor, type: editor.schema },
    )
    return Object.keys(shortcuts?.() ?? {})
  })

const press = (key: string, code: string, modifiers: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...modifiers })

test('no key of the app is also a key of the editor', () => {
  const keys = editorKeys()
  expect(keys).toContain('Mod-Shift-e')
  expect(keys).toContain('Mod-b')
  expect(keys.filter((key) => KEYS_OVER_TEXT.has(key))).toEqual([])
})

test('the keys that lock and sign leave a text unchanged', () => {
  editor.commands.setContent('<p style="text-align: center;">Liver normal.</p>')
  editor.commands.focus()
  const before = editor.getHTML()
  editor.view.dom.dispatchEvent(press('L', 'KeyL', { ctrlKey: true, shiftKey: true }))
  editor.view.dom.dispatchEvent(press('Enter', 'Enter', { ctrlKey: true }))
  expect(editor.getHTML()).toBe(before)
  editor.commands.selectAll()
  editor.view.dom.dispatchEvent(press('b', 'KeyB', { ctrlKey: true }))
  expect(editor.getHTML()).toContain('<strong>Liver normal.</strong>')
})

test('two keys of one screen never conflict, and none conflicts with a global key', () => {
  const entries: (AppKey & { name: string })[] = Object.entries(APP_KEYS).map(([name, key]) => ({
    ...key,
    name,
  }))
  const clashes = entries.flatMap((one) =>
    entries
      .filter((other) => other.name > one.name)
      .filter(({ place }) => place === one.place || [place, one.place].includes('everywhere'))
      .filter(({ combos }) => combos.some((combo) => one.combos.includes(combo)))
      .map(({ name }) => [one.name, name]),
  )
  expect(clashes).toEqual([])
})

test('a key matches with exactly its modifiers', () => {
  expect(isAppKey('lock', press('L', 'KeyL', { ctrlKey: true, shiftKey: true }))).toBe(true)
  expect(isAppKey('lock', press('L', 'KeyL', { metaKey: true, shiftKey: true }))).toBe(true)
  expect(isAppKey('lock', press('l', 'KeyL', { ctrlKey: true }))).toBe(false)
  expect(isAppKey('draft', press('s', 'KeyS', { ctrlKey: true, altKey: true }))).toBe(false)
  expect(isAppKey('sign', press('Enter', 'Enter', { ctrlKey: true, shiftKey: true }))).toBe(false)
})

test('a keyboard of another script, or Alt that changes the letter, presses the same keys', () => {
  expect(isAppKey('draft', press('ы', 'KeyS', { ctrlKey: true }))).toBe(true)
  expect(comboOf(press('¡', 'Digit1', { altKey: true }))).toBe('Alt-1')
  // A Latin letter printed on the key counts: Ctrl+S of a French or Dvorak keyboard.
  expect(isAppKey('draft', press('s', 'Semicolon', { ctrlKey: true }))).toBe(true)
  expect(comboOf(press('ы', 'KeyS'))).toBe('ы')
})
