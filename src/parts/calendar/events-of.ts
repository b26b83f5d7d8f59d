import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { CalendarAppointment } from '#contract/calls/visits.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/status/payment-status.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import {
  canStartVisit,
  isVisitCancelled,
  VISIT_STATUS_TABLE,
  VISIT_STATUSES,
  type VisitStatus,
} from '#domain/status/visit-status.ts'
import type { CalendarEvent } from './event.ts'
import { CALENDAR_WORDS as WORDS } from './words.ts'

type ShownVisit = VisitRow & { isWaiting: boolean }
type BookedSlot = VisitRow['machines'][number]

/** Returns the machine of a slot, or in a clinic its doctor; null while it has none (needs_slot). */
export const placeOf = ({
  machine_id,
  doctor_id,
}: Pick<BookedSlot, 'machine_id' | 'doctor_id'>): string | null => machine_id ?? doctor_id

/** Returns the slots of these visits at one machine, without cancelled visits and empty slots. */
export function eventsOf(visits: readonly ShownVisit[], placeId: string): CalendarEvent[] {
  return visits
    .filter(({ status }) => !isVisitCancelled(status))
    .flatMap((visit) =>
      visit.machines
        .filter((slot) => placeOf(slot) === placeId)
        .flatMap((slot) => {
          const event = eventOf(visit, slot)
          return event ? [event] : []
        }),
    )
}

function eventOf(visit: ShownVisit, slot: BookedSlot): CalendarEvent | undefined {
  const services = visit.services.filter(
    ({ appt_machine_id, status }) => appt_machine_id === slot.id && isLiveService(status),
  )
  if (services.length === 0) return undefined
  return {
    id: slot.id,
    visitId: visit.id,
    start: Date.parse(slot.start_dt),
    end: Date.parse(slot.end_dt),
    name: visit.name,
    detail: [...services.map(({ name }) => name), visit.visit_no].filter(Boolean).join(' · '),
    status: VISIT_STATUS_TABLE[visit.status],
    payment: visit.payment_status,
    isVip: visit.is_vip === 1,
    isTentative: visit.isWaiting,
    canMove: canStartVisit(visit.status),
    stuck: canStartVisit(visit.status) ? undefined : WORDS.stuck(VISIT_STATUS_TABLE[visit.status].label),
  }
}

const isVisitStatus = (status: number): status is VisitStatus =>
  (VISIT_STATUSES as readonly number[]).includes(status)
const isPaymentStatus = (status: string): status is PaymentStatus =>
  (PAYMENT_STATUSES as readonly string[]).includes(status)

/** Returns the slots of the server's calendar, for days that this device does not keep: read-only. */
export function eventsOfServer(rows: readonly CalendarAppointment[], placeId: string): CalendarEvent[] {
  return rows.flatMap((row) => {
    if (placeOf(row) !== placeId || !isVisitStatus(row.status) || isVisitCancelled(row.status)) return []
    return [
      {
        id: row.appt_machine_id,
        visitId: row.id,
        start: Date.parse(row.start_dt),
        end: Date.parse(row.end_dt),
        name: row.name,
        detail: [...row.services, row.visit_no].filter(Boolean).join(' · '),
        status: VISIT_STATUS_TABLE[row.status],
        payment: isPaymentStatus(row.payment_status) ? row.payment_status : 'Pending',
        isVip: false,
        isTentative: false,
        canMove: false,
        stuck: WORDS.stuckBeyond,
      },
    ]
  })
}
