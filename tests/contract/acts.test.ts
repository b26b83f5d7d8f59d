import { expect, test } from 'vitest'
import { ACTS } from '#contract/acts.ts'
import { CALLS } from '#contract/registry.ts'
import { moduleLabel } from '#domain/access/application-modules.ts'
import { MENU } from '#domain/access/menu.ts'

test('each act has the permission and the modules that its call declares', () => {
  expect(ACTS.length).toBeGreaterThan(40)
  for (const { key, permission, modules } of ACTS) {
    const call = CALLS.get(key)
    expect([key, call?.access], key).toEqual([key, permission])
    expect([call?.module ?? []].flat(), key).toEqual(modules)
    expect(moduleLabel(permission)).not.toBe('')
  }
})

test('each act is under an entry of the menu, and no two have the same words', () => {
  const routes = new Set(MENU.map(({ route }) => route))
  expect(ACTS.filter(({ screen }) => !routes.has(screen))).toEqual([])
  const words = ACTS.map(({ screen, words }) => `${screen} ${words}`)
  expect(new Set(words).size).toBe(words.length)
})
