import { expect, test } from 'vitest'
import { type CalendarPlace, offerPlaces, openDays } from '#domain/visit/free-places.ts'

const at = (clock: string) => Date.parse(`2026-11-23T${clock}:00Z`)
const OPEN = [{ from: at('08:00'), to: at('10:00') }]
const place = (id: string, slotMinutes: number, taken: CalendarPlace['taken'] = []): CalendarPlace => ({
  id,
  name: id,
  slotMinutes,
  taken,
})
const offered = (places: readonly CalendarPlace[], wish: { placeId?: string; minutes?: number } = {}) =>
  offerPlaces(places, { placeId: undefined, notBefore: at('08:00'), minutes: 20, ...wish }, OPEN).map(
    (one) =>
      `${one.place.id} ${[one.from, one.to].map((ms) => new Date(ms).toISOString().slice(11, 16)).join('-')}`,
  )

test('each machine offers at most five free slots, each as long as the booked one, on the grid of its department', () => {
  expect(offered([place('CT', 10)])).toEqual([
    'CT 08:00-08:20',
    'CT 08:10-08:30',
    'CT 08:20-08:40',
    'CT 08:30-08:50',
    'CT 08:40-09:00',
  ])
})

test('slots are offered by time, taken ones are left out, and the requested machine comes first', () => {
  const ct1 = place('CT 1', 60, [{ from: at('08:00'), to: at('08:30') }])
  const ct2 = place('CT 2', 60)
  expect(offered([ct1, ct2])).toEqual(['CT 2 08:00-08:20', 'CT 1 09:00-09:20', 'CT 2 09:00-09:20'])
  expect(offered([ct2, ct1], { placeId: 'CT 1' })).toEqual([
    'CT 1 09:00-09:20',
    'CT 2 08:00-08:20',
    'CT 2 09:00-09:20',
  ])
})

test('the search covers a week, and the night that began the day before it', () => {
  const night = { open_time: '20:00', close_time: '06:00', time_zone: 'Asia/Kolkata' }
  const open = openDays(at('12:00'), night)
  expect(open.map(({ from }) => new Date(from).toISOString().slice(0, 16))).toEqual([
    '2026-11-22T14:30',
    '2026-11-23T14:30',
    '2026-11-24T14:30',
    '2026-11-25T14:30',
    '2026-11-26T14:30',
    '2026-11-27T14:30',
    '2026-11-28T14:30',
    '2026-11-29T14:30',
  ])
})
