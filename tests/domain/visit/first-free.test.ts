import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FirstFreeWish, openToday, placeFirstFree } from '#domain/visit/first-free.ts'
import { overlap } from '#domain/visit/slots.ts'

const MINUTE_MS = 60_000
const at = (clock: string) => Date.parse(`2026-11-23T${clock}:00Z`)
const clockOf = (ms: number) => new Date(ms).toISOString().slice(11, 16)
const taken = (...spans: [from: string, to: string][]) =>
  spans.map(([from, to]) => ({ from: at(from), to: at(to) }))
const DAY = { notBefore: at('10:46'), open: taken(['08:00', '20:00']), busy: [] }

const said = (wishes: readonly FirstFreeWish[], day = DAY) =>
  placeFirstFree(wishes, day).map(({ placeId, start }) => `${placeId} ${clockOf(start)}`)

test('each slot goes to the first machine of its kind that is free, one after another', () => {
  const xray = { key: 'xray', minutes: 10, places: [{ id: 'X-Ray', taken: [] }] }
  const usg = {
    key: 'usg',
    minutes: 20,
    places: [
      { id: 'USG 1', taken: taken(['10:00', '13:00']) },
      { id: 'USG 2', taken: taken(['10:30', '11:40']) },
    ],
  }
  expect(said([xray, usg])).toEqual(['X-Ray 10:46', 'USG 2 11:40'])
  expect(said([usg, xray])).toEqual(['USG 2 11:40', 'X-Ray 10:46'])
})

test('the preferred one of two free machines is taken, and the next patient gets the other', () => {
  const places = [
    { id: 'CT 1', taken: [] },
    { id: 'CT 2', taken: [] },
  ]
  expect(said([{ key: 'ct', minutes: 20, places }])).toEqual(['CT 1 10:46'])
  const after = [{ id: 'CT 1', taken: taken(['10:46', '11:06']) }, places[1]!]
  expect(said([{ key: 'ct', minutes: 20, places: after }])).toEqual(['CT 2 10:46'])
})

test('the patient is at one place at a time, and no slot is put into a gap that is too short', () => {
  const ct = { key: 'ct', minutes: 20, places: [{ id: 'CT', taken: taken(['11:00', '11:30']) }] }
  const mr = { key: 'mr', minutes: 30, places: [{ id: 'MR', taken: [] }] }
  expect(said([ct, mr])).toEqual(['CT 11:30', 'MR 10:46'])
})

test('a time set by hand is kept, and the other slots are placed around it', () => {
  const places = [{ id: 'CT', taken: [] }]
  const fixed = { key: 'ct', minutes: 20, places, start: at('10:50') }
  const open = { key: 'xray', minutes: 10, places: [{ id: 'X-Ray', taken: [] }] }
  expect(said([open, fixed])).toEqual(['X-Ray 11:10', 'CT 10:50'])
})

test('a time set by hand takes the first machine that is free then, or the first machine if none is', () => {
  const busy = taken(['10:50', '11:10'])
  const ct1 = { id: 'CT 1', taken: busy }
  const ct2 = { id: 'CT 2', taken: taken(['11:10', '12:00']) }
  const wish = { key: 'ct', minutes: 20, start: at('10:50') }
  expect(said([{ ...wish, places: [ct1, ct2] }])).toEqual(['CT 2 10:50'])
  expect(said([{ ...wish, places: [ct1, { id: 'CT 2', taken: busy }] }])).toEqual(['CT 1 10:50'])
})

test('before the opening a slot begins at the opening; on a full day, at the first free minute after closing', () => {
  const places = [{ id: 'CT', taken: taken(['19:00', '20:10']) }]
  const wish = { key: 'ct', minutes: 20, places }
  const early = placeFirstFree([wish], { ...DAY, notBefore: at('06:00') })
  expect(early).toEqual([{ key: 'ct', placeId: 'CT', start: at('08:00'), isOutsideHours: false }])
  const late = placeFirstFree([wish], { ...DAY, notBefore: at('19:10') })
  expect(late).toEqual([{ key: 'ct', placeId: 'CT', start: at('20:10'), isOutsideHours: true }])
})

test('a slot that fits into the open hours is placed before one that does not', () => {
  const all = { key: 'all', minutes: 13 * 60, places: [{ id: 'MR', taken: [] }] }
  const short = { key: 'short', minutes: 20, places: [{ id: 'CT', taken: [] }] }
  const day = { ...DAY, notBefore: at('06:00') }
  expect(said([all, short], day)).toEqual(['MR 08:20', 'CT 08:00'])
})

test('a branch that closes now is no longer open', () => {
  const hours = { open_time: '08:00', close_time: '20:00', time_zone: 'UTC' }
  expect(openToday(at('20:00'), hours)).toEqual([])
  expect(openToday(at('20:00') - 1, hours)).toEqual([{ from: at('08:00'), to: at('20:00') }])
})

test('a department without a machine uses the patient’s next free time', () => {
  expect(said([{ key: 'lab', minutes: 20, places: [] }])).toEqual(['null 10:46'])
})

test('today is the branch’s own day, including a night that began the day before', () => {
  const night = { open_time: '20:00', close_time: '06:00', time_zone: 'Asia/Kolkata' }
  const [first, second] = openToday(Date.parse('2026-11-22T22:00:00Z'), night)
  expect(first).toEqual({
    from: Date.parse('2026-11-22T14:30:00Z'),
    to: Date.parse('2026-11-23T00:30:00Z'),
  })
  expect(second?.from).toBe(Date.parse('2026-11-23T14:30:00Z'))
})

test('a branch that never closes is open past midnight; one that closes does not continue tomorrow', () => {
  const lateEvening = Date.parse('2026-11-23T18:00:00Z')
  const always = { open_time: '', close_time: '', time_zone: 'Asia/Kolkata' }
  const busy = [{ from: lateEvening, to: lateEvening + 3_600_000 }]
  const wish = { key: 'ct', minutes: 20, places: [{ id: 'CT', taken: busy }] }
  const day = { notBefore: lateEvening, busy: [] }
  const [place] = placeFirstFree([wish], { ...day, open: openToday(lateEvening, always) })
  expect(place).toMatchObject({ start: lateEvening + 3_600_000, isOutsideHours: false })
  const byDay = { open_time: '08:00', close_time: '20:00', time_zone: 'Asia/Kolkata' }
  expect(openToday(lateEvening, byDay)).toEqual([])
})

const minute = fc.integer({ min: 0, max: 600 })
const span = fc.tuple(minute, fc.integer({ min: 1, max: 90 })).map(([from, length]) => ({
  from: at('08:00') + from * MINUTE_MS,
  to: at('08:00') + (from + length) * MINUTE_MS,
}))
const places = fc.array(fc.array(span, { maxLength: 8 }), { minLength: 1, maxLength: 3 })
const wishes = fc.array(fc.record({ places, minutes: fc.integer({ min: 5, max: 60 }) }), {
  minLength: 1,
  maxLength: 4,
})

test('no slot overlaps a taken time or another slot, and none is earlier than requested', () => {
  fc.assert(
    fc.property(wishes, minute, (asked, from) => {
      const notBefore = at('08:00') + from * MINUTE_MS
      const all = asked.map((wish, key) => ({
        key: String(key),
        minutes: wish.minutes,
        places: wish.places.map((spans, index) => ({ id: `${key}-${index}`, taken: spans })),
      }))
      const placed = placeFirstFree(all, { ...DAY, notBefore })
      expect(placed.map(({ key }) => key)).toEqual(all.map(({ key }) => key))
      const spans = placed.map(({ key, start }) => {
        const { minutes = 0 } = all.find((one) => one.key === key) ?? {}
        return { from: start, to: start + minutes * MINUTE_MS }
      })
      for (const [index, one] of placed.entries()) {
        const place = all[index]?.places.find(({ id }) => id === one.placeId)
        expect(place?.taken.some((other) => overlap(other, spans[index]!))).toBe(false)
        expect(one.start).toBeGreaterThanOrEqual(notBefore)
        expect(spans.some((other, at) => at !== index && overlap(other, spans[index]!))).toBe(false)
      }
    }),
  )
})

test('a single slot is placed at the earliest minute at which any of its machines is free', () => {
  fc.assert(
    fc.property(places, fc.integer({ min: 5, max: 60 }), minute, (machines, minutes, from) => {
      const notBefore = at('08:00') + from * MINUTE_MS
      const wish = {
        key: 'one',
        minutes,
        places: machines.map((spans, index) => ({ id: String(index), taken: spans })),
      }
      const [found] = placeFirstFree([wish], {
        notBefore,
        open: [{ from: 0, to: at('20:00') + 1e9 }],
        busy: [],
      })
      const isFree = (start: number) =>
        machines.some(
          (spans) => !spans.some((one) => overlap(one, { from: start, to: start + minutes * MINUTE_MS })),
        )
      for (let start = notBefore; start < (found?.start ?? 0); start += MINUTE_MS)
        expect(isFree(start)).toBe(false)
      expect(isFree(found?.start ?? 0)).toBe(true)
    }),
  )
})
