import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isInDays,
  narrowerSlices,
  newestFirst,
  type QuerySlice,
  sliceWords,
} from '#domain/study/dicom/query-slice.ts'
import { addDays, daysBetween } from '#domain/time/zones.ts'

const TODAY = '2026-11-25'
const away = (min: number, max: number) => fc.integer({ min, max }).map((days) => addDays(TODAY, days))
const days = away(-46_000, 366)

test('everything splits into the usual years, later dates and earlier dates', () => {
  expect(narrowerSlices({}, TODAY)).toEqual([
    { fromDay: '1985-01-01', toDay: TODAY },
    { fromDay: '2026-11-26' },
    { toDay: '1984-12-31' },
  ])
})

test('a range splits into its halves, the newer first; one day into its modalities; those not at all', () => {
  expect(narrowerSlices({ fromDay: '2026-11-01', toDay: '2026-11-04' }, TODAY)).toEqual([
    { fromDay: '2026-11-03', toDay: '2026-11-04' },
    { fromDay: '2026-11-01', toDay: '2026-11-02' },
  ])
  expect(narrowerSlices({ fromDay: '2026-11-01', toDay: '2026-11-08' }, TODAY)).toEqual([
    { fromDay: '2026-11-05', toDay: '2026-11-08' },
    { fromDay: '2026-11-01', toDay: '2026-11-04' },
  ])
  const ofDay = narrowerSlices({ fromDay: TODAY, toDay: TODAY }, TODAY)
  expect(ofDay.map(({ modality }) => modality)).toEqual(expect.arrayContaining(['CT', 'MR', 'US', 'SR']))
  expect(ofDay.flatMap((slice) => narrowerSlices(slice, TODAY))).toEqual([])
})

test('after any refusal each day is in exactly one of the smaller slices that include it', () => {
  const bounds = fc.record({ fromDay: fc.option(away(-46_000, 0)), toDay: fc.option(days) })
  fc.assert(
    fc.property(days, bounds, (day, { fromDay, toDay }) => {
      let slice: QuerySlice = { ...(fromDay && { fromDay }), ...(toDay && { toDay }) }
      fc.pre(isInDays(slice, day) && (!fromDay || !toDay || fromDay <= toDay))
      for (let steps = 0; slice.fromDay !== slice.toDay || slice.fromDay === undefined; steps++) {
        const holding = narrowerSlices(slice, TODAY).filter((each) => isInDays(each, day))
        expect(holding).toHaveLength(1)
        expect(steps).toBeLessThan(30)
        slice = holding[0] as QuerySlice
      }
      expect(daysBetween(slice.fromDay, day)).toBe(0)
    }),
  )
})

test('at first contact the newest studies are read first, and all of them in the end', () => {
  expect(newestFirst(TODAY)).toEqual([{ fromDay: '2026-10-26' }, { fromDay: '2025-11-25' }, {}])
})

test('no refusal causes a search day by day far in the future or before 1900', () => {
  expect(narrowerSlices({ fromDay: '2026-11-26' }, TODAY)).toEqual([
    { fromDay: '2026-11-26', toDay: '2027-11-26' },
    { fromDay: '2027-11-27' },
  ])
  expect(narrowerSlices({ fromDay: '2027-11-27' }, TODAY)).toEqual([])
  expect(narrowerSlices({ toDay: '1899-12-31' }, TODAY)).toEqual([])
})

test('a slice has words', () => {
  const day = { fromDay: TODAY, toDay: TODAY }
  expect([{}, { ...day, modality: 'CT' }, { fromDay: TODAY }, { toDay: TODAY }].map(sliceWords)).toEqual([
    'everything',
    '2026-11-25 CT',
    'from 2026-11-25',
    'until 2026-11-25',
  ])
})
