import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP_KEYS } from '#src/ui/keys/app-keys.ts'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join('src', name))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ file }) => !file.startsWith('src/ui/keys/app-keys'))

test('every handler of an app key registers it with the help', () => {
  const silent = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/isAppKey\('(\w+)'/g)]
      .filter(([, name]) => !new RegExp(`useHeardKeys\\([^)]*'${name}'`).test(text))
      .map(([, name]) => `${file}: ${name}`),
  )
  expect(silent, "call useHeardKeys(['name']) beside isAppKey").toEqual([])
  expect(sources.filter(({ text }) => text.includes('isAppKey(') && !text.includes('useHeardKeys('))).toEqual(
    [],
  )
})

test('every key of the help has a handler', () => {
  const hearing = sources.filter(({ text }) => text.includes('useHeardKeys(')).map(({ text }) => text)
  const unheard = Object.keys(APP_KEYS).filter(
    (name) => !hearing.some((text) => text.includes(`'${name}'`) || text.includes(`  ${name}: 'on`)),
  )
  expect(unheard).toEqual([])
})

test('one way leads to the search box of a list', () => {
  expect(sources.filter(({ text }) => text.includes("[['/',")).map(({ file }) => file)).toEqual([])
})
