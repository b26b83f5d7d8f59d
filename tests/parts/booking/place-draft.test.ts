import { expect, test } from 'vitest'
import {
  addServices,
  setPlace,
  setSlotStart,
  setStart,
  takeSlot,
} from '#src/parts/booking/draft/change-draft.ts'
import type { BookingDraft } from '#src/parts/booking/draft/draft.ts'
import { newDraft } from '#src/parts/booking/draft/draft-of-visit.ts'
import { placeDraft } from '#src/parts/booking/draft/place-draft.ts'
import { timetableOf } from '#src/parts/booking/draft/timetable.ts'
import type { CalendarCatalogue } from '#src/parts/booking/draft/wished-slots.ts'

const NOW = Date.parse('2026-11-23T05:00:00Z')
const at = (minutes: number) => NOW + minutes * 60_000
const place = (id: string, departmentId: string) => ({ id, name: id, departmentId })
const PLACES = [place('ct-1', 'ct'), place('ct-2', 'ct'), place('xr-1', 'xray')]
const catalogue: CalendarCatalogue = {
  departments: [],
  services: [],
  placesOf: (id) => PLACES.filter(({ departmentId }) => departmentId === id),
  slotMinutesOf: (id) => (id === 'ct' ? 20 : 10),
}
const HOURS = { open_time: '08:00', close_time: '20:00', time_zone: 'Asia/Kolkata' }
const busy = (machineId: string, minutes: number) => ({
  visitId: 'other',
  machineId,
  doctorId: null,
  from: at(0),
  to: at(minutes),
})

const chosen = (id: string, departmentId: string) => ({
  id,
  name: id,
  code: '',
  departmentId,
  placeId: catalogue.placesOf(departmentId)[0]?.id ?? null,
})
const begun = (isRadiology: 0 | 1 = 1): BookingDraft =>
  addServices(newDraft('visit', { branchId: 'b', isRadiology, start: at(10), isFirstFree: true }), [
    chosen('brain', 'ct'),
    chosen('chest', 'xray'),
  ])
const placedAt = (draft: BookingDraft, now = NOW, occupants = [busy('ct-1', 60), busy('ct-2', 40)]) =>
  placeDraft(draft, { catalogue, occupants, hours: HOURS, now }).draft
const said = (draft: BookingDraft) =>
  timetableOf(draft, catalogue.slotMinutesOf).slots.map(
    ({ placeId, start }) => `${placeId} ${(start - NOW) / 60_000}`,
  )

test('a draft goes to the first free machines, and to others after the calendar has changed', () => {
  const placed = placedAt(begun())
  expect(said(placed)).toEqual(['ct-2 40', 'xr-1 10'])
  expect(said(placedAt(placed, NOW, [busy('ct-2', 90)]))).toEqual(['ct-1 10', 'xr-1 30'])
  const ids = ({ slots }: BookingDraft) => Object.values(slots).map(({ id }) => id)
  expect(ids(placedAt(placed)).toSorted()).toEqual(ids(placed).toSorted())
})

test('the clock advances the start until it is set by hand', () => {
  expect(said(placedAt(begun(), at(25)))).toEqual(['ct-2 40', 'xr-1 25'])
  const set = setStart(begun(), at(120))
  expect(said(placedAt(set))).toEqual(['ct-1 120', 'xr-1 140'])
  expect(placedAt(setStart(begun(), at(-30))).start).toBe(at(-30))
})

test('a machine chosen by hand keeps its service, a time set by hand keeps its time', () => {
  const placed = placedAt(begun())
  const [line] = placed.lines
  expect(said(placedAt(setPlace(placed, line!.id, 'ct-1')))).toEqual(['ct-1 60', 'xr-1 10'])
  expect(said(placedAt(setSlotStart(placed, 'ct/ct-2', at(50))))).toEqual(['ct-2 50', 'xr-1 10'])
  const taken = takeSlot(placed, [line!], { placeId: 'ct-1', start: at(90) })
  expect(said(placedAt(taken))).toEqual(['ct-1 90', 'xr-1 10'])
})

test('a second service of a department joins the first, for as long as both take', () => {
  const both = addServices(begun(), [chosen('thorax', 'ct')])
  expect(said(placedAt(both))).toEqual(['ct-2 40', 'xr-1 10'])
  const [ct] = timetableOf(placedAt(both), catalogue.slotMinutesOf).slots
  expect(ct?.lines).toHaveLength(2)
  expect(ct!.end - ct!.start).toBe(40 * 60_000)
})

test('a doctor of the clinic is chosen by hand, at the first free time', () => {
  const clinic = placedAt(begun(0))
  expect(said(clinic)).toEqual(['ct-1 60', 'xr-1 10'])
  expect(clinic.lines.some(({ isFound }) => isFound)).toBe(false)
})

test('a full booking stays as typed', () => {
  const full = { ...begun(), isFirstFree: false }
  expect(placedAt(full)).toBe(full)
})
