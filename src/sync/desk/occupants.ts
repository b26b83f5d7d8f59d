import type { VisitRow } from '#contract/calls/visit-records.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import type { Occupant } from '#domain/visit/calendar-rules.ts'
import type { Span } from '#domain/visit/open-hours.ts'
import { overlap } from '#domain/visit/slots.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import type { Device } from '../device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { openShown, type StoredRecords } from './merged-record.ts'

/** Maximum time between the start of a visit and the start of one of its slots (milliseconds). */
const VISIT_MAX_MS = 24 * 3_600_000

type CalendarVisit = Pick<VisitRow, 'id' | 'status' | 'machines' | 'services'>

/**
 * Returns what these visits block in the calendar. A slot blocks if the server says so, or would: older copies without
 * that field and waiting bookings are judged by their examinations.
 */
export function occupantsOf(visits: readonly CalendarVisit[]): Occupant[] {
  return visits
    .filter(({ status }) => !isVisitCancelled(status))
    .flatMap(({ id: visitId, machines, services }) => {
      const live = new Set(
        services.filter(({ status }) => isLiveService(status)).map((service) => service.appt_machine_id),
      )
      return machines
        .filter(({ id, blocks = 1 }) => blocks === 1 && live.has(id))
        .map(({ machine_id, doctor_id, start_dt, end_dt }) => ({
          visitId,
          machineId: machine_id,
          doctorId: doctor_id,
          from: Date.parse(start_dt),
          to: Date.parse(end_dt),
        }))
    })
}

/**
 * Returns what blocks machines and doctors in a span (milliseconds), from this device's copies and waiting changes: an
 * unsent booking takes its place too. Reads once.
 */
export async function findOccupants(device: Device, span: Span): Promise<Occupant[]> {
  const question = occupantsIn(span)
  return question.open(await question.read(device), device)
}

/** As findOccupants, updated at each change; undefined until it is read. */
export function useOccupants(span: Span): readonly Occupant[] | undefined {
  return useLive(occupantsIn(span), `occupants ${span.from} ${span.to}`).answer
}

function occupantsIn(span: Span): LiveQuestion<StoredRecords, Occupant[]> {
  return {
    read: async ({ databases: { cache, work } }) => {
      const [copies, waiting] = await Promise.all([
        cache.visits
          .where('at')
          .between(span.from - VISIT_MAX_MS, span.to, true, false)
          .toArray(),
        readWaiting(work, 'visit'),
      ])
      // A visit that a waiting change moved into the span has its copy outside of it.
      const here = new Set(copies.map(({ id }) => id))
      const others = [...new Set(waiting.map(({ record }) => record))].filter((id) => !here.has(id))
      const moved = (await cache.visits.bulkGet(others)).filter((copy) => copy !== undefined)
      return { copies: [...copies, ...moved], waiting }
    },
    open: async (stored, { databases }) =>
      occupantsOf(await openShown(databases, 'visit', stored)).filter((one) => overlap(one, span)),
  }
}
