import { randomUUID } from 'node:crypto'
import { paymentCalls } from '#contract/calls/payments.ts'
import { findPriced } from '#contract/calls/priced-visit.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { BookingInput } from '#contract/calls/visits.ts'
import { canStartVisit } from '#domain/status/visit-status.ts'
import { moveInputOf } from '#src/parts/booking/draft/move-input.ts'
import { refusedSaves, type SentBooking, sendBooking } from '#src/parts/booking/save/send-booking.ts'
import { type CalendarHere, refusalHere } from '#src/parts/booking/slots/judge-here.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { type BookingOrigin, findBookingOrigin } from '#src/sync/desk/booking-origin.ts'
import { dependsOnVisit } from '#src/sync/desk/depends-on-visit.ts'
import { findOccupants } from '#src/sync/desk/occupants.ts'
import { type PaidMode, recordPayment } from '#src/sync/desk/record-payment.ts'
import { findPatientCopy } from '#src/sync/desk/use-patient-copy.ts'
import { findVisit } from '#src/sync/desk/use-visit.ts'
import { addVisitDocument } from '#src/sync/desk/visit-documents.ts'
import { awaitOutcome, type CommandOutcome } from '#src/sync/outbox/look/await-outcome.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { savePatientNow } from '#src/sync/patients/save-patient.ts'
import type { Tab } from '../tab.ts'
import { bookingAt, bookingOf, SLOT_MS } from './bookings.ts'
import { type Centre, type CentreBranch, SLOT_MINUTES } from './centre.ts'
import type { DeskDeed, TakenMoney, Told } from './desk-deed.ts'

const DECIMALS = 2
/** Pen strokes of a written name. */
const STROKES = [
  { points: Array.from({ length: 14 }, (_, at) => ({ x: 20 + at * 9, y: 60 + (at % 4) * 6 })) },
]
/** The smallest file that is a PDF by its first bytes. */
const LETTER = new TextEncoder().encode('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer << >>\n%%EOF\n')

/** The actions of a person at a desk: by the functions that the screens call, with the data that the device shows. */
export class DeskPerson {
  readonly tab: Tab
  readonly centre: Centre
  /** The person's branches at the start of the schedule. */
  readonly branches: readonly CentreBranch[]
  /** Receives the commands that later ones replace. */
  readonly #replaced: Set<string>

  /** Whether the form checks the device's calendar, as the product does; a twin's form does not. */
  readonly #asksCalendar: boolean

  constructor(
    tab: Tab,
    centre: Centre,
    { replaced, asksCalendar }: { replaced: Set<string>; asksCalendar: boolean },
  ) {
    this.#asksCalendar = asksCalendar
    this.tab = tab
    this.centre = centre
    this.branches = centre.branches.filter(({ id }) => tab.device.user.branches?.includes(id))
    this.#replaced = replaced
  }

  /** Registers a person with a unique name. */
  async register(deed: DeskDeed, number: number): Promise<void> {
    const name = nameOf(number)
    const input = {
      id: deed.record,
      fname: name,
      lname: nameOf(number * 7 + 3),
      mobile: `98${String(20_000_000 + number * 104_729).padStart(8, '0')}`,
      gender: 'Female' as const,
      dob: `19${50 + (number % 40)}-0${1 + (number % 9)}-1${number % 9}`,
    }
    const options = { isOnline: getDevice().author.isOnline(), label: 'Register' }
    const { isOnServer } = await savePatientNow(input, options)
    deed.told = isOnServer ? 'filed' : 'kept'
  }

  /** Books a patient whom the device shows; returns undefined if it shows none of that id. */
  async book(
    deed: DeskDeed,
    patientId: string,
    branch: CentreBranch,
    start: number,
    isUnknown = false,
  ): Promise<void> {
    if (!(await findPatientCopy(this.tab.databases, patientId))) return
    const centre = isUnknown ? { ...this.centre, serviceId: randomUUID() } : this.centre
    const input = { ...bookingOf(centre, { branch, patientId, start }), id: deed.record }
    await this.#send(deed, input, { rev: 0 })
  }

  /** Moves a visit that the device shows to another time. */
  async move(deed: DeskDeed, start: number): Promise<void> {
    const visit = await this.#priced(deed.record)
    const slot = visit?.machines[0]
    if (!visit || !slot) return
    const facts = { decimals: DECIMALS, slotMinutesOf: () => SLOT_MINUTES }
    const input = moveInputOf(visit, { slotId: slot.id, start }, facts)
    await this.#send(deed, input, await findBookingOrigin(visit))
  }

  async start(deed: DeskDeed): Promise<void> {
    const visit = await this.visit(deed.record)
    if (!visit || !canStartVisit(visit.status)) return
    const command = await enqueue('appt/startVisit', { appt_id: visit.id }, { label: 'Start' })
    tellOutcome(deed, command, await awaitOutcome(command))
  }

  /** Takes money in these modes; the money is in the drawer once the screen says so. */
  async pay(deed: DeskDeed, modes: readonly PaidMode[]): Promise<void> {
    const visit = await this.visit(deed.record)
    if (!visit) return
    const receipts = await recordPayment(visit, modes)
    deed.money = receipts.map(
      ({ id, amount, receipt_no }): TakenMoney => ({
        id,
        amount,
        no: receipt_no,
        isFinal: receipt_no !== '',
      }),
    )
    // A record that the screen does not show was not confirmed.
    deed.told =
      receipts.length < modes.length
        ? undefined
        : deed.money.every(({ isFinal }) => isFinal)
          ? 'filed'
          : 'kept'
    if (deed.told === undefined)
      throw new Error('a payment was taken whose receipts the device does not show')
  }

  /** Refunds money; needs the network. */
  async refund(deed: DeskDeed, amount: number): Promise<void> {
    if (!(await this.visit(deed.record))) return
    const refunds = [{ id: randomUUID(), mode: 'Cash' as const, amount }]
    const { result } = await callApi(paymentCalls.createRefunds, {
      appt_id: deed.record,
      reason: 'Did not come.',
      refunds,
    })
    deed.money = result.refunds.map(({ id, refund_no }) => ({ id, amount, no: refund_no, isFinal: true }))
    deed.told = 'filed'
  }

  /** Adds a letter to a visit: its file is sent before it. */
  async document(deed: DeskDeed): Promise<void> {
    const visit = await this.visit(deed.record)
    if (!visit) return
    const tagId = this.centre.documentTagId
    const id = await addVisitDocument({ visit, tagId, name: 'letter.pdf', bytes: LETTER })
    deed.command = await this.#commandOf('visit_document', id)
    deed.told = 'kept'
  }

  async consent(deed: DeskDeed): Promise<void> {
    const visit = await this.visit(deed.record)
    if (!visit) return
    const input = {
      id: randomUUID(),
      consent_form_id: this.centre.formId,
      appt_id: visit.id,
      fasting: '' as const,
      height: '',
      weight: '',
      lmp_type: '' as const,
      lmp_date: null,
      ques_ans: {},
      sign_by: 'Self' as const,
      language: 'en' as const,
      strokes: STROKES,
      signed_on: new Date(this.tab.now()).toISOString(),
      via: 'Desk' as const,
    }
    const depends = await dependsOnVisit(visit)
    deed.command = await enqueue('consent/sign', input, { label: 'Consent', depends })
    deed.told = 'kept'
  }

  /** Books differently everything that the server refused, or accepted without a slot; returns the number. */
  async bookAnew(startOf: (visitId: string) => number): Promise<number> {
    const { databases } = this.tab
    const rows = await databases.work.outbox.orderBy('seq').toArray()
    const refused = rows.filter(
      ({ call, state, flags = [] }) =>
        call === 'appt/save' && (state === 'parked' || (state === 'acked' && flags.length > 0)),
    )
    const anew = new Map<string, BookingInput>()
    for (const { body } of await databases.outbox.openAll(refused)) {
      const input = body.input as unknown as BookingInput
      anew.set(input.id, input)
    }
    for (const [id, input] of anew) {
      const { rev = 0 } = (await findVisit(this.tab.app, id)) ?? {}
      const anewInput = { ...bookingAt(input, startOf(id)), rev: rev > 0 ? rev : undefined }
      await this.#keepBooking(anewInput, await findBookingOrigin({ id, rev }))
    }
    return refused.length
  }

  /** Returns the visit as the device shows it. */
  visit(id: string): Promise<VisitRow | undefined> {
    return findVisit(this.tab.app, id)
  }

  async #send(deed: DeskDeed, input: BookingInput, origin: BookingOrigin): Promise<void> {
    deed.isOver = await this.#isTaken(input)
    const visit = await this.visit(input.id)
    const here = this.#asksCalendar && (await refusalHere(input, { ...this.#calendar(), visit }))
    if (here) {
      deed.told = 'refused'
      return
    }
    const { commandId, outcome } = await this.#keepBooking(input, origin)
    tellOutcome(deed, commandId, outcome)
  }

  /** Returns whether the device shows another visit on the machine at that time. */
  async #isTaken({ id, start_dt, end_dt, departments }: BookingInput): Promise<boolean> {
    const span = { from: Date.parse(start_dt), to: Date.parse(end_dt) }
    const machines = departments.flatMap((department) =>
      department.machines.map(({ machine_id }) => machine_id),
    )
    const occupants = await findOccupants(getDevice(), span)
    return occupants.some(
      ({ visitId, machineId, from, to }) =>
        visitId !== id && machines.includes(machineId) && from < span.to && to > span.from,
    )
  }

  #calendar(): Omit<CalendarHere, 'visit'> {
    const { departmentId, serviceId, branches } = this.centre
    const catalogue = {
      departments: [{ id: departmentId, may_overlap: 0 }],
      services: [{ id: serviceId, type: 'Exam_Service' }],
      placesOf: () => branches.map(({ machineId }) => ({ id: machineId, name: 'MRI 1' })),
      slotMinutesOf: () => SLOT_MINUTES,
    }
    // The rules of the calendar read only this.
    return {
      catalogue: catalogue as unknown as CalendarHere['catalogue'],
      hours: undefined,
      mayOverbook: false,
    }
  }

  /** Sends a booking that replaces the refused one of the visit. */
  async #keepBooking(input: BookingInput, origin: BookingOrigin): Promise<SentBooking> {
    const before = await refusedSaves(input.id)
    const sent = await sendBooking(input, origin, 'Book')
    for (const id of before) this.#replaced.add(id)
    return sent
  }

  async #priced(id: string) {
    const visit = await this.visit(id)
    return visit && findPriced(visit)
  }

  async #commandOf(type: string, id: string): Promise<string | undefined> {
    const rows = await this.tab.databases.work.outbox.where('aggregate').equals(`${type}:${id}`).toArray()
    return rows[0]?.id
  }
}

function tellOutcome(deed: DeskDeed, command: string, outcome: CommandOutcome): void {
  const told = { acked: 'filed', waiting: 'kept', parked: 'refused' } as const satisfies Record<string, Told>
  deed.command = command
  deed.told = told[outcome.kind]
}

/** Returns the start of the n-th slot after `from`. */
export const slotAfter = (from: number, place: number): number =>
  Math.ceil(from / SLOT_MS) * SLOT_MS + place * SLOT_MS

/** Returns a unique name for each number, in letters: names with numbers would count as misspellings of each other. */
function nameOf(number: number): string {
  const mixed = Math.imul(number + 1, 0x9e3779b1) >>> 0
  return [0, 5, 10, 15, 20, 25].map((by) => String.fromCharCode(97 + ((mixed >>> by) % 26))).join('')
}
