import { expect, test } from 'vitest'
import { PRESET_SECTIONS, SALES_PRESETS, salesFileName } from '#domain/money/sales/sales-presets.ts'
import type { FiguresPart } from '#render/figures-paper.ts'
import { filterWords, idsOf } from '#server/features/sales-papers/public/filter-words.ts'
import { cutPart } from '#server/features/sales-papers/public/paper-page.ts'
import { salesTexts } from '#server/features/sales-papers/public/texts.ts'
import { hashRows } from '#server/features/sales-papers/row-hash.ts'

const NAMES = new Map([
  ['d1', 'MRI'],
  ['s1', 'CT Brain'],
  ['s2', 'CT Chest'],
])

test('filters are described with the names for their ids', () => {
  expect(filterWords({ department_id: 'd1', payment_status: 'Partial_Paid' }, NAMES)).toBe(
    'Filters: Department MRI · Payment status Partial Paid',
  )
  expect(filterWords({ service_ids: 's1,s2', ref_dr_id: '0' }, NAMES)).toBe(
    'Filters: Services CT Brain, CT Chest · Ref. doctor None',
  )
  expect(filterWords({ is_discount: 'N', includeFutureReceipt: 'Y' }, NAMES)).toBe(
    'Filters: Without discount · Future receipts included',
  )
})

test('default and missing values are not filters', () => {
  const usual = { ref_scheme: 'All', includeFutureReceipt: 'N', k: ' ', created_by: undefined } as const
  expect(filterWords(usual, NAMES)).toBe('Filters: None')
})

test('the names to look up are those of the ids, and "none of them" is not an id', () => {
  expect(idsOf({ department_id: '0', service_ids: 's1,s2', created_by: 'u1' })).toEqual(['u1', 's1', 's2'])
  expect(idsOf({ service_ids: '' })).toEqual([])
})

const table = (rows: string[][]): FiguresPart => ({ kind: 'table', columns: [], rows, empty: '' })

test('the hash covers only the cells of the rows in their order', () => {
  const one = hashRows([table([['a', 'b']]), { kind: 'text', text: 'x' }, table([['c']])])
  // printf 'a\tb\nc\n' | sha256sum
  expect(one).toEqual({
    rows: 2,
    hash: '546614062a18008e08b563073424c00f45c808b93228142eebd3dcf2ac9f63e2',
  })
  expect(hashRows([table([['c']]), table([['a', 'b']])]).hash).not.toBe(one.hash)
  expect(hashRows([table([['a'], ['b', 'c']])]).hash).not.toBe(one.hash)
})

test('a shortened table shows the number of rows, a complete one does not', () => {
  expect(cutPart(20, 20)).toEqual([])
  expect(cutPart(3_000, 3_000)).toEqual([])
  expect(cutPart(3_000, 12_345)).toEqual([
    { kind: 'text', text: 'The first 3,000 of 12,345 rows are printed. The sums are of all rows.' },
  ])
})

test('rows use the time zone of their own branch, and the paper uses its only zone', () => {
  const span = (zone: string, branchIds: string[]) => ({
    zone,
    branchIds,
    from: new Date(0),
    until: new Date(0),
  })
  const place = { branchIds: undefined, fromDay: '2026-11-23', toDay: '2026-11-23' }
  const money = { locale: 'en-IN', currency: 'KWD', decimals: 3 }
  const instant = '2026-11-22T20:30:00Z'
  const [india, kuwait] = [span('Asia/Kolkata', ['b1']), span('Asia/Kuwait', ['b2'])]
  const both = salesTexts(money, { ...place, zones: [india, kuwait] }, false)
  expect(both.date(instant, 'b1')).toBe('23 Nov 2026')
  expect(both.date(instant, 'b2')).toBe('22 Nov 2026')
  expect(both.moment(instant)).toBe('22 Nov 2026 08:30 PM UTC')
  expect(both.hasBranches).toBe(true)
  expect(both.money(1234.5)).toBe('1,234.500')
  expect(salesTexts(money, { ...place, zones: [india] }, false).moment(instant)).toBe('23 Nov 2026 02:00 AM')
})

test('the files of the presets name their days', () => {
  expect(salesFileName(undefined, '2026-11-01', '2026-11-23')).toBe('sales-reports.pdf')
  expect(SALES_PRESETS.map((preset) => salesFileName(preset, '2026-11-01', '2026-11-23'))).toEqual([
    '3C-2026-11-01-to-2026-11-23.pdf',
    'ServiceWise-2026-11-01-to-2026-11-23.pdf',
  ])
  expect(PRESET_SECTIONS['3C'].receipt).toEqual({ prev_pending_flag: 'OnlyPrevious' })
})
