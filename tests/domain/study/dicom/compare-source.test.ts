import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDays, FURTHER_DAYS_MAX } from '#domain/study/dicom/check-days.ts'
import { type ComparedStudy, compareDay, gapOf, isUnbelievable } from '#domain/study/dicom/compare-source.ts'

test('a day without studies also counts as compared', () => {
  expect(compareDay([])).toMatchObject([{ aet: '', count_there: 0, count_here: 0 }])
})

test('each study counts once, under the title that sent it', () => {
  const study = (changes: Partial<ComparedStudy>): ComparedStudy => ({
    uid: '1.2',
    aet: 'CT1',
    isThere: true,
    here: 'yes',
    isChanged: false,
    ...changes,
  })
  expect(
    compareDay([
      study({}),
      study({ isChanged: true }),
      study({ here: 'no' }),
      study({ isThere: false }),
      study({ here: 'deleted' }),
      study({ aet: 'MR1', here: 'no' }),
    ]),
  ).toEqual([
    {
      aet: 'CT1',
      count_there: 4,
      count_here: 3,
      missing_here: 1,
      missing_there: 1,
      changed_there: 1,
      deleted_here: 1,
    },
    {
      aet: 'MR1',
      count_there: 1,
      count_here: 0,
      missing_here: 1,
      missing_there: 0,
      changed_there: 0,
      deleted_here: 0,
    },
  ])
})

const studies = fc.array(
  fc.record({
    uid: fc.uuid(),
    aet: fc.constantFrom('CT1', 'MR1', ''),
    isThere: fc.boolean(),
    here: fc.constantFrom('yes' as const, 'no' as const, 'deleted' as const),
    isChanged: fc.boolean(),
  }),
)

test('the counts explain each other: there - missing here - deleted here + missing there = here', () => {
  fc.assert(
    fc.property(studies, (all) => {
      for (const day of compareDay(all))
        expect(day.count_there - day.missing_here - day.deleted_here + day.missing_there).toBe(day.count_here)
      const gaps = compareDay(all).reduce(
        (sum, day) => sum + day.missing_here + day.missing_there + day.changed_there,
        0,
      )
      expect(gaps).toBe(all.filter((study) => gapOf(study) !== undefined).length)
    }),
  )
})

test('an empty archive, or one that lost most studies at once, is not trusted', () => {
  expect(isUnbelievable({ gone: 0, here: 0, there: 0 })).toBe(false)
  expect(isUnbelievable({ gone: 1, here: 300, there: 299 })).toBe(false)
  expect(isUnbelievable({ gone: 20, here: 25, there: 5 })).toBe(false)
  expect(isUnbelievable({ gone: 21, here: 41, there: 20 })).toBe(true)
  expect(isUnbelievable({ gone: 21, here: 42, there: 21 })).toBe(false)
  expect(isUnbelievable({ gone: 1, here: 1, there: 0 })).toBe(true)
})

test('the last days are compared, tomorrow too, and then the newest of the other days', () => {
  expect(checkDays({ today: '2026-11-26', days: 2, further: [] })).toEqual([
    '2026-11-27',
    '2026-11-26',
    '2026-11-25',
  ])
  expect(
    checkDays({ today: '2026-11-26', days: 1, further: ['2019-03-05', '2026-11-26', '2019-03-05'] }),
  ).toEqual(['2026-11-27', '2026-11-26', '2019-03-05'])
  expect(checkDays({ today: '2026-11-26', days: 0, further: ['2019-03-05'] })).toEqual([])
  const many = Array.from({ length: 90 }, (_, at) => `19${String(at + 10)}-01-01`)
  const days = checkDays({ today: '2026-11-26', days: 1, further: many })
  expect(days.length).toBe(2 + FURTHER_DAYS_MAX)
  expect(days).toContain('1999-01-01')
  expect(days).not.toContain('1910-01-01')
})
