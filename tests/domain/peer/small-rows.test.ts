import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSmallRows, PEER_ROW_MIN, type PeerRow } from '#domain/peer/small-rows.ts'

const row = (label: string, read: number, agreed = read): PeerRow => ({
  label,
  drawn: read + 1,
  read,
  agreed,
})
const merge = (...rows: PeerRow[]) =>
  mergeSmallRows(rows, 'Others').map(({ label, drawn, read, agreed }) => [label, drawn, read, agreed])

test('a row of fewer than five readings is not shown separately', () => {
  expect(merge(row('CT', 9, 8), row('MR', 5))).toEqual([
    ['CT', 10, 9, 8],
    ['MR', 6, 5, 5],
  ])
  expect(merge(row('US', 3), row('CT', 9), row('XA', 2, 0))).toEqual([
    ['CT', 10, 9, 9],
    ['Others', 7, 5, 3],
  ])
  expect(merge(row('CT', 9), row('MR', 5), row('US', 1))).toEqual([
    ['CT', 10, 9, 9],
    ['Others', 8, 6, 6],
  ])
  expect(merge(row('CT', 4))).toEqual([])
  expect(merge(row('CT', 6), row('US', 0))).toEqual([['Others', 8, 6, 6]])
  expect(merge()).toEqual([])
})

test('rows with equally many readings are in the order of their labels', () => {
  expect(merge(row('MR', 6), row('CT', 6), row('US', 6), row('CR', 9)).map(([label]) => label)).toEqual([
    'CR',
    'CT',
    'MR',
    'US',
  ])
})

test('no row shows fewer than five, and together the rows show all readings or none', () => {
  const anyRow = fc
    .record({ label: fc.string({ maxLength: 3 }), read: fc.nat(12), agreed: fc.nat(12) })
    .map(({ label, read, agreed }) => row(label, read, Math.min(read, agreed)))
  fc.assert(
    fc.property(fc.uniqueArray(anyRow, { selector: ({ label }) => label }), (rows) => {
      const shown = mergeSmallRows(rows, 'Others')
      expect(shown.every(({ read }) => read >= PEER_ROW_MIN)).toBe(true)
      const sum = (of: readonly PeerRow[], name: 'drawn' | 'read' | 'agreed') =>
        of.reduce((total, one) => total + one[name], 0)
      if (sum(rows, 'read') < PEER_ROW_MIN) return shown.length === 0
      return (['drawn', 'read', 'agreed'] as const).every((name) => sum(shown, name) === sum(rows, name))
    }),
  )
})
