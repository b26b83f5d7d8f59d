import { expect, test } from 'vitest'
import { BookingInput } from '#contract/calls/visits.ts'
import { bookingInputOf } from '#src/parts/booking/draft/booking-input.ts'
import { addServices, setHead, setReferrer } from '#src/parts/booking/draft/change-draft.ts'
import { CUSTOM_HEAD } from '#src/parts/booking/draft/draft.ts'
import { newDraft } from '#src/parts/booking/draft/draft-of-visit.ts'
import { reckon } from '#src/parts/booking/draft/reckon.ts'
import { timetableOf } from '#src/parts/booking/draft/timetable.ts'
import { provisionalNumbers } from '#src/parts/booking/save/provisional.ts'
import { START } from './drafts.ts'

const id = (n: number) => `01234567-89ab-7cde-8f01-${String(n).padStart(12, '0')}`
const [VISIT, BRANCH, CT, CT1, HEAD, BRAIN, CHEST, DOCTOR, PATIENT] = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(id)
const PRICES = { decimals: 2, listPrice: () => 100_000, isCancelled: () => false, isDiscounted: true }
const facts = (draft: ReturnType<typeof newDraft>) => ({
  patientId: PATIENT!,
  timetable: timetableOf(draft, () => 20),
  reckoning: reckon(draft, PRICES),
  decimals: 2,
})
const service = (serviceId: string, name: string) => ({
  id: serviceId,
  name,
  code: '',
  departmentId: CT!,
  placeId: CT1!,
})
const empty = newDraft(VISIT!, { branchId: BRANCH!, isRadiology: 1, start: START })
const booked = addServices(empty, [service(BRAIN!, 'Brain'), service(CHEST!, 'Chest')])

test('a booking is the valid input of the call, with ends, nets and referrers', () => {
  const draft = setReferrer(setHead(booked, HEAD!, 10), CT!, { drId: DOCTOR!, otherIds: [PATIENT!] })
  const input = bookingInputOf(draft, facts(draft))
  expect(BookingInput.parse(input)).toEqual(input)
  expect(input).toMatchObject({
    discount_head_id: HEAD,
    start_dt: '2026-11-23T04:30:00.000Z',
    end_dt: '2026-11-23T05:10:00.000Z',
    departments: [{ id: CT, ref_dr_id: DOCTOR, ref_hospital_id: null, other_ref_dr_ids: PATIENT }],
  })
  const [machine] = input.departments[0]!.machines
  expect(machine).toMatchObject({ machine_id: CT1, end_dt: '2026-11-23T05:10:00.000Z' })
  expect(
    machine!.services.map(({ charges, discount, net_charges }) => [charges, discount, net_charges]),
  ).toEqual([
    [1000, 100, 900],
    [1000, 100, 900],
  ])
})

test('in a clinic a doctor takes the place of a machine', () => {
  const draft = { ...booked, isRadiology: 0 as const }
  const machine = bookingInputOf(draft, facts(draft)).departments[0]!.machines[0]!
  expect(machine).toMatchObject({ machine_id: null, doctor_id: CT1 })
})

test('the built-in head is sent as none', () => {
  const draft = setHead(booked, CUSTOM_HEAD, 0)
  expect(bookingInputOf(draft, facts(draft)).discount_head_id).toBeNull()
})

test('an offline booking has numbers that name the device', () => {
  const provisional = provisionalNumbers('Front desk 2', new Date(START), 'Asia/Kolkata')
  const input = bookingInputOf(booked, { ...facts(booked), provisional })
  expect(BookingInput.safeParse(input).success).toBe(true)
  expect(input.provisional_no).toBe('FD2-1123-100000A')
  const numbers = input.departments[0]!.machines[0]!.services.map((one) => one.provisional_accession)
  expect(numbers).toEqual(['FD2112310000000', 'FD2112310000001'])
})
