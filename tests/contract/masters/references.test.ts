import { expect, test } from 'vitest'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { MASTERS } from '#contract/masters/masters.ts'

const all = MASTERS as unknown as readonly AnyMaster[]

test('every field that refers to a master refers to a declared one', () => {
  const keys = all.map(({ key }) => key as string)
  const named = all.flatMap(({ key, fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'reference' || field.kind === 'references' ? [[`${key}.${name}`, field.to]] : [],
    ),
  )
  expect(named.length).toBeGreaterThan(3)
  expect(
    named.filter(([, to]) => !keys.includes(to ?? '')),
    'Name a master of contract/masters/masters.ts in `to`.',
  ).toEqual([])
})

test('no two masters share a key or an address', () => {
  const addresses = all.flatMap(({ base, paths }) => Object.values(paths).map((path) => `${base} ${path}`))
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('every searched name and every unique name is a field', () => {
  for (const { key, fields, search, unique } of all) {
    const named = [...search, ...(unique ? [unique] : [])]
    expect(
      named.filter((name) => !(name in fields)),
      key,
    ).toEqual([])
  }
})
