import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SavedFilterBody } from '#contract/calls/saved-filters.ts'
import { StudyListInput } from '#contract/calls/studies.ts'
import { QUICK_RANGES } from '#domain/time/quick-ranges.ts'
import {
  activeKeys,
  changeFilter,
  changeToSaved,
  clearFilter,
  FILTER_KEYS,
  isSameFilter,
  listInputOf,
  readFilter,
  savedBodyOf,
} from '#src/features/worklist/filter/list-filter.ts'
import { BRANCH_ID, DOCTOR_ID } from '../list-fixtures.ts'

const read = (query: string) => readFilter(new URLSearchParams(query), 'Today')
const changed = (query: string, change: Parameters<typeof changeFilter>[1]) =>
  changeFilter(new URLSearchParams(query), change, 'Today').toString()
const PLACE = { flag: 'worklist', pageSize: 50, today: '2026-11-21' } as const

test('an address without a filter opens the default range on the first page', () => {
  expect(read('')).toEqual({ range: 'Today', sort: 'received', page: 1, fields: {} })
})

test('an address restores every filter', () => {
  const query = `k=rao&status=Draft&branch_id=${BRANCH_ID}&assigned_doctor_id=${DOCTOR_ID}&assigned_type=Signing&p=3&range=Week&sort=priority`
  expect(read(query)).toEqual({
    range: 'Week',
    sort: 'priority',
    page: 3,
    fields: {
      k: 'rao',
      status: 'Draft',
      branch_id: BRANCH_ID,
      assigned_doctor_id: DOCTOR_ID,
      assigned_type: 'Signing',
    },
  })
})

test.each([
  'status=Lost',
  'branch_id=1',
  'from_date=2026-02-31',
  'tag_ids=a,b',
  'p=0',
  'p=x',
  'range=Decade',
  'sort=colour',
  'k=%20%20',
  `k=${'x'.repeat(101)}`,
  'unknown=1',
])('%s in the address is left out', (query) => {
  expect(read(query)).toEqual({ range: 'Today', sort: 'received', page: 1, fields: {} })
})

test('a change of the filter goes back to the first page, a turned page keeps the filter', () => {
  expect(changed('p=4&k=rao', { status: 'Draft' })).toBe('k=rao&status=Draft')
  expect(changed('k=rao', { page: 2 })).toBe('k=rao&p=2')
  expect(changed('k=rao&p=2', { page: 1 })).toBe('k=rao')
})

test('typed days and quick ranges exclude each other', () => {
  expect(changed('range=Week', { from_date: '2026-11-01' })).toBe('from_date=2026-11-01')
  expect(changed('from_date=2026-11-01&to_date=2026-11-02', { range: 'Month' })).toBe('range=Month')
  expect(changed('range=Week', { range: 'Today' })).toBe('')
  expect(read('from_date=2026-11-01&range=Week').range).toBeUndefined()
})

test('an emptied field is removed from the address, and clearing removes the whole filter', () => {
  expect(changed('k=rao', { k: '' })).toBe('')
  expect(clearFilter(new URLSearchParams('k=rao&p=2&range=Any&other=1')).toString()).toBe('other=1')
})

test('the range becomes days, and typed days are sent unchanged', () => {
  expect(listInputOf(read('range=Week'), PLACE)).toEqual({
    flag: 'worklist',
    p: 1,
    ps: 50,
    assigned_type: 'Any',
    from_date: '2026-11-15',
    to_date: '2026-11-21',
  })
  expect(listInputOf(read('from_date=2026-01-05'), PLACE)).toMatchObject({ from_date: '2026-01-05' })
  expect(listInputOf(read('range=Any'), PLACE)).not.toHaveProperty('from_date')
})

test('every address gives a call that fits the contract', () => {
  const key = fc.constantFrom(...FILTER_KEYS, 'range', 'p', 'sort')
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...QUICK_RANGES,
      BRANCH_ID,
      'Draft',
      'Any',
      '2026-11-21',
      '2026-02-30',
      '-1',
      '7',
      'x,y',
      'priority',
    ),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 8 }), (pairs) => {
      const filter = readFilter(new URLSearchParams(pairs), 'Today')
      expect(StudyListInput.safeParse(listInputOf(filter, PLACE)).success).toBe(true)
    }),
  )
})

test('"writing or signing" is no separate filter', () => {
  expect(activeKeys({ assigned_type: 'Any' })).toEqual([])
  expect(activeKeys({ assigned_type: 'Unassigned', k: 'x' })).toEqual(['k', 'assigned_type'])
})

test('the order is in the address and in the call; newest first is left out', () => {
  expect(changed('p=2', { sort: 'priority' })).toBe('sort=priority')
  expect(changed('sort=priority', { sort: 'received' })).toBe('')
  expect(changed('sort=priority', { page: 2 })).toBe('sort=priority&p=2')
  expect(listInputOf(read('sort=time_left'), PLACE)).toHaveProperty('sort', 'time_left')
  expect(listInputOf(read(''), PLACE)).not.toHaveProperty('sort')
})

test('a saved filter restores exactly its view, whatever the current one', () => {
  const value = fc.constantFrom(
    ...QUICK_RANGES,
    BRANCH_ID,
    'Draft',
    'Signing',
    '2026-11-21',
    'rao',
    'priority',
  )
  const pairs = fc.array(fc.tuple(fc.constantFrom(...FILTER_KEYS, 'range', 'sort'), value), { maxLength: 8 })
  fc.assert(
    fc.property(pairs, pairs, (before, now) => {
      const filter = readFilter(new URLSearchParams(before), 'Today')
      const body = savedBodyOf(filter)
      expect(SavedFilterBody.safeParse(body).success).toBe(true)
      const params = changeFilter(new URLSearchParams(now), changeToSaved(body), 'Today')
      const after = readFilter(params, 'Today')
      expect(isSameFilter(after, body)).toBe(true)
      expect(listInputOf(after, PLACE)).toEqual(listInputOf({ ...filter, page: 1 }, PLACE))
    }),
  )
})

test('another page has the same filter, another field does not', () => {
  const body = savedBodyOf(read('status=Draft&range=Week'))
  expect(isSameFilter(read('status=Draft&range=Week&p=3'), body)).toBe(true)
  expect(isSameFilter(read('status=Draft&range=Week&k=rao'), body)).toBe(false)
  expect(isSameFilter(read('status=Draft'), body)).toBe(false)
  expect(isSameFilter(read('status=Draft&range=Week&sort=priority'), body)).toBe(false)
})

test('a saved filter without days means any date', () => {
  const body = { assigned_type: 'Any', status: 'Draft' } as const
  expect(changed('', changeToSaved(body))).toBe('status=Draft&range=Any')
  expect(isSameFilter(read('status=Draft&range=Any'), body)).toBe(true)
})
