import { expect, test } from 'vitest'
import { fieldsOnDay } from '#domain/study/lists/saved-filter.ts'

const TODAY = '2026-11-21'

test.each([
  [
    'a quick range means the days of now',
    { range: 'Week' as const },
    { from_date: '2026-11-15', to_date: TODAY },
  ],
  ['any date means none', { range: 'Any' as const }, {}],
  ['days stay as they were given', { from_date: '2026-01-01' }, { from_date: '2026-01-01' }],
  [
    'given days go before the range',
    { range: 'Today' as const, to_date: '2026-12-31' },
    { from_date: TODAY, to_date: '2026-12-31' },
  ],
])('%s', (_, filter, fields) => {
  expect(fieldsOnDay(filter, TODAY)).toEqual(fields)
})

test('a value that is not a day stays', () => {
  expect(fieldsOnDay({ range: 'Today' as const, status: 'Draft' }, TODAY)).toEqual({
    from_date: TODAY,
    to_date: TODAY,
    status: 'Draft',
  })
})
