import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CalendarFacts,
  fieldsOfRefusal,
  inOrderOfIds,
  judgeBooking,
  judgeSlot,
  type Occupant,
  type WishedSlot,
} from '#domain/visit/calendar-rules.ts'
import { overlap } from '#domain/visit/slots.ts'

const MINUTE_MS = 60_000
const at = (minutes: number) => minutes * MINUTE_MS

const slotOf = (change: Partial<WishedSlot> = {}): WishedSlot => ({
  id: 'slot',
  machineId: 'mri-1',
  doctorId: null,
  from: at(60),
  to: at(90),
  blocks: true,
  needsMachine: true,
  isFirstFree: false,
  before: undefined,
  ...change,
})
const occupantOf = (change: Partial<Occupant> = {}): Occupant => ({
  visitId: 'other',
  machineId: 'mri-1',
  doctorId: null,
  from: at(60),
  to: at(90),
  ...change,
})
const factsOf = (change: Partial<CalendarFacts> = {}): CalendarFacts => ({
  visitId: 'visit',
  now: at(0),
  occupants: [],
  mayOverbook: false,
  overbookReason: '',
  hours: undefined,
  hoursReason: '',
  isKeptWithoutPlace: false,
  waitsForSlot: false,
  ...change,
})
const standing = { machineId: 'mri-1', doctorId: null, from: at(60), to: at(90), isOverbooked: false }

test('a slot at a free machine is placed', () => {
  expect(judgeSlot(slotOf(), factsOf())).toEqual({ kind: 'placed' })
})

test('a machine in use by another visit is refused, one minute beside it is accepted', () => {
  const taken = { kind: 'refused', code: 'slot_taken', taken: 'machine' }
  expect(judgeSlot(slotOf(), factsOf({ occupants: [occupantOf()] }))).toEqual(taken)
  const before = occupantOf({ from: at(30), to: at(60) })
  expect(judgeSlot(slotOf(), factsOf({ occupants: [before] }))).toEqual({ kind: 'placed' })
  const into = occupantOf({ from: at(30), to: at(61) })
  expect(judgeSlot(slotOf(), factsOf({ occupants: [into] }))).toEqual(taken)
})

test('slots of the visit itself, other machines and departments that allow overlaps do not conflict', () => {
  const own = occupantOf({ visitId: 'visit' })
  const elsewhere = occupantOf({ machineId: 'mri-2' })
  expect(judgeSlot(slotOf(), factsOf({ occupants: [own, elsewhere] }))).toEqual({ kind: 'placed' })
  const free = slotOf({ blocks: false })
  expect(judgeSlot(free, factsOf({ occupants: [occupantOf()] }))).toEqual({ kind: 'placed' })
})

test('a doctor is at one place at a time', () => {
  const slot = slotOf({ machineId: null, doctorId: 'rao', needsMachine: false })
  const busy = occupantOf({ machineId: null, doctorId: 'rao' })
  expect(judgeSlot(slot, factsOf({ occupants: [busy] }))).toMatchObject({
    code: 'slot_taken',
    taken: 'doctor',
  })
})

test('booking over another visit needs a reason and the right', () => {
  const occupants = [occupantOf()]
  const overbookReason = 'Emergency'
  expect(judgeSlot(slotOf(), factsOf({ occupants, mayOverbook: true }))).toMatchObject({ code: 'slot_taken' })
  expect(judgeSlot(slotOf(), factsOf({ occupants, overbookReason }))).toMatchObject({
    code: 'not_permitted',
  })
  expect(judgeSlot(slotOf(), factsOf({ occupants, overbookReason, mayOverbook: true }))).toEqual({
    kind: 'overbooked',
  })
})

test('a visit booked over another one stays valid while it is not moved', () => {
  const facts = factsOf({ occupants: [occupantOf()] })
  const before = { ...standing, isOverbooked: true }
  expect(judgeSlot(slotOf({ before }), facts)).toEqual({ kind: 'placed' })
  expect(judgeSlot(slotOf({ before, to: at(100) }), facts)).toMatchObject({ code: 'slot_taken' })
})

test('an examination has a machine if its department has one', () => {
  const homeless = slotOf({ machineId: null })
  expect(judgeSlot(homeless, factsOf())).toMatchObject({ code: 'needs_machine' })
  expect(judgeSlot(homeless, factsOf({ isKeptWithoutPlace: true }))).toMatchObject({ kind: 'needs_slot' })
  const waited = slotOf({ machineId: null, before: { ...standing, machineId: null } })
  expect(judgeSlot(waited, factsOf({ waitsForSlot: true }))).toMatchObject({ kind: 'needs_slot' })
  expect(judgeSlot(waited, factsOf())).toMatchObject({ code: 'needs_machine' })
})

test('a past start is refused for a new or moved slot, and accepted for an unmoved one', () => {
  const now = at(75)
  expect(judgeSlot(slotOf(), factsOf({ now }))).toMatchObject({ code: 'past_booking' })
  expect(judgeSlot(slotOf({ before: standing }), factsOf({ now }))).toEqual({ kind: 'placed' })
  const moved = slotOf({ before: { ...standing, from: at(30) } })
  expect(judgeSlot(moved, factsOf({ now }))).toMatchObject({ code: 'past_booking' })
})

test('among several slots a past start is reported first, then the first refused one by id', () => {
  const taken = slotOf({ id: 'a' })
  const late = slotOf({ id: 'b', from: at(-10), to: at(20) })
  const facts = factsOf({ occupants: [occupantOf()] })
  expect(judgeBooking([taken, late], facts)?.refusal.code).toBe('past_booking')
  expect(judgeBooking([slotOf({ id: 'c' }), taken], facts)?.slot.id).toBe('a')
  expect(judgeBooking([slotOf({ from: at(200), to: at(230) })], facts)).toBeUndefined()
})

test('slots are judged in the order of their ids, in any order of input', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (ids) => {
      expect(inOrderOfIds(ids.map((id) => ({ id }))).map(({ id }) => id)).toEqual(ids.toSorted())
    }),
  )
})

test.each([
  [{ code: 'slot_taken', taken: 'machine' }, { 'slots.0.machine_id': 'is taken at this time' }],
  [{ code: 'slot_taken', taken: 'doctor' }, { 'slots.0.doctor_id': 'is taken at this time' }],
  [{ code: 'past_booking' }, { 'slots.0.start_dt': 'is past' }],
  [{ code: 'out_of_hours' }, { 'slots.0.start_dt': 'is outside the open hours' }],
  [{ code: 'needs_machine' }, { 'slots.0.machine_id': 'is required' }],
  [{ code: 'not_permitted' }, undefined],
] as const)('the refusal %o names the field that a person changes', (refusal, fields) => {
  expect(fieldsOfRefusal('slots.0', { kind: 'refused', ...refusal })).toEqual(fields)
})

const span = fc
  .record({ start: fc.integer({ min: 0, max: 200 }), length: fc.integer({ min: 1, max: 60 }) })
  .map(({ start, length }) => ({ from: at(start), to: at(start + length) }))
const machine = fc.constantFrom('mri-1', 'mri-2', null)

test('bookings placed one after another never share a machine', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ span, machine }), { maxLength: 30 }), (wishes) => {
      const occupants: Occupant[] = []
      for (const [index, one] of wishes.entries()) {
        const slot = slotOf({ ...one.span, machineId: one.machine, needsMachine: false })
        const verdict = judgeSlot(slot, factsOf({ visitId: `v${index}`, occupants }))
        if (verdict.kind === 'placed')
          occupants.push(occupantOf({ ...one.span, visitId: `v${index}`, machineId: one.machine }))
      }
      const shared = occupants.some((a, i) =>
        occupants.some(
          (b, j) => i < j && a.machineId !== null && a.machineId === b.machineId && overlap(a, b),
        ),
      )
      expect(shared).toBe(false)
    }),
  )
})
