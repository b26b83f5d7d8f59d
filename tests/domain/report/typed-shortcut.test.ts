import { expect, test } from 'vitest'
import { findTypedShortcut, type ShortcutTrigger } from '#domain/report/typed-shortcut.ts'

const ALL = ['chest', 'Normal', 'normal chest', 'x', 'c++'].map((name) => ({ name }))

test.each<[string, ShortcutTrigger, string | undefined, number]>([
  ['/chest', 'space', 'chest', 6],
  ['Lungs: /CHEST', 'space', 'chest', 6],
  ['(/chest', 'tab', 'chest', 6],
  ['/x', 'space', 'x', 2],
  ['/c++', 'space', 'c++', 4],
  ['/normal chest', 'space', 'normal chest', 13],
  ['/normal chest', 'tab', 'normal chest', 13],
  ['normal chest', 'tab', 'normal chest', 12],
  ['/normal', 'tab', 'Normal', 7],
  // Another name continues it: a space may still be part of the name.
  ['/normal', 'space', undefined, 0],
  ['chest', 'tab', 'chest', 5],
  ['the chest', 'tab', 'chest', 5],
  // Words of a sentence are no shortcuts.
  ['the chest', 'space', undefined, 0],
  ['and/chest', 'space', undefined, 0],
  ['and/chest', 'tab', undefined, 0],
  ['orchest', 'tab', undefined, 0],
  ['x', 'tab', undefined, 0],
  ['/unknown', 'space', undefined, 0],
  ['/chest ', 'space', undefined, 0],
  ['', 'tab', undefined, 0],
])('%j and %s gives %s', (before, trigger, name, length) => {
  const found = findTypedShortcut(before, ALL, trigger)
  expect([found?.shortcut.name, found?.length ?? 0]).toEqual([name, length])
})

test('a shortcut without a name never matches', () => {
  expect(findTypedShortcut('/', [{ name: ' ' }], 'space')).toBeUndefined()
})
