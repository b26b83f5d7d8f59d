import { recordOf, type VisitPartType } from '#contract/records/records.ts'
import { readTyped, readWaiting } from '#src/db/waiting-changes.ts'
import type { Device } from '../device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { openShown, type Shown, type StoredRecords } from './merged-record.ts'

/** Returns a visit as this device shows it, updated at each change; undefined if it has none with that id. */
export function useVisit(id: string): {
  visit: Shown<'visit'> | undefined
  isLoading: boolean
  error?: Error
} {
  const { answer, isLoading, error } = useLive(visitWith(id), `visit ${id}`)
  return { visit: answer?.find((one) => one.id === id), isLoading, error }
}

/**
 * Returns a visit as its author typed it, including refused changes: for the form that corrects a refused booking, and
 * for a visit whose booking is not on the server. No list shows it like this.
 */
export function useTypedVisit(id: string): { visit: Shown<'visit'> | undefined; isLoading: boolean } {
  const { answer, isLoading } = useLive(typedVisit(id), `typed visit ${id}`)
  return { visit: answer?.find((one) => one.id === id), isLoading }
}

function typedVisit(id: string): LiveQuestion<StoredRecords, Shown<'visit'>[]> {
  return {
    read: async ({ databases: { cache, work } }) => {
      const [copy, waiting] = await Promise.all([cache.visits.get(id), readTyped(work, 'visit', id)])
      return { copies: copy ? [copy] : [], waiting }
    },
    open: (stored, { databases }) => openShown(databases, 'visit', stored),
  }
}

/** As useVisit, read once, for code outside of screens. */
export async function findVisit(device: Device, id: string): Promise<Shown<'visit'> | undefined> {
  const question = visitWith(id)
  return (await question.open(await question.read(device), device)).find((one) => one.id === id)
}

function visitWith(id: string): LiveQuestion<StoredRecords, Shown<'visit'>[]> {
  return {
    read: async ({ databases: { cache, work } }) => {
      const [copy, waiting] = await Promise.all([cache.visits.get(id), readWaiting(work, 'visit', [id])])
      return { copies: copy ? [copy] : [], waiting }
    },
    open: (stored, { databases }) => openShown(databases, 'visit', stored),
  }
}

/** Returns the parts of a visit of one type: copies with the waiting changes, unordered; undefined until read. */
export function useVisitParts<Type extends VisitPartType>(
  type: Type,
  visitId: string,
): { rows: Shown<Type>[] | undefined; error?: Error } {
  const { answer, error } = useLive(partsOf(type, visitId), `${type} ${visitId}`)
  return { rows: answer, error }
}

/** As useVisitParts, read once. */
export async function findVisitParts<Type extends VisitPartType>(
  device: Device,
  type: Type,
  visitId: string,
): Promise<Shown<Type>[]> {
  const question = partsOf(type, visitId)
  return question.open(await question.read(device), device)
}

function partsOf<Type extends VisitPartType>(
  type: Type,
  visitId: string,
): LiveQuestion<StoredRecords, Shown<Type>[]> {
  return {
    read: async ({ databases: { cache, work } }) => {
      const [copies, waiting] = await Promise.all([
        cache[recordOf(type).copies.table].where('visit').equals(visitId).toArray(),
        readWaiting(work, type),
      ])
      return { copies, waiting }
    },
    open: async (stored, { databases }) =>
      (await openShown(databases, type, stored)).filter(({ appt_id }) => appt_id === visitId),
  }
}

/** The visits of a calendar, queue or board: those that start between two times (milliseconds, end excluded). */
export interface VisitSpan {
  branchId: string
  from: number
  to: number
}

/**
 * Returns the visits of a branch that start in a span, with the waiting changes and those that exist only here, ordered
 * by time. Visits older than the device's window exist only on the server (appt/machineAppointments).
 */
export function useVisitsBetween({ branchId, from, to }: VisitSpan): {
  visits: Shown<'visit'>[] | undefined
  error?: Error
} {
  const { answer, error } = useLive(visitsIn({ branchId, from, to }), `visits ${branchId} ${from} ${to}`)
  return { visits: answer, error }
}

function visitsIn({ branchId, from, to }: VisitSpan): LiveQuestion<StoredRecords, Shown<'visit'>[]> {
  return {
    read: async ({ databases: { cache, work } }) => {
      const [copies, waiting] = await Promise.all([
        cache.visits.where('[branch+at]').between([branchId, from], [branchId, to], true, false).toArray(),
        readWaiting(work, 'visit'),
      ])
      // A visit that a waiting change moved into the span has its copy outside of it.
      const here = new Set(copies.map(({ id }) => id))
      const others = [...new Set(waiting.map(({ record }) => record))].filter((id) => !here.has(id))
      const moved = (await cache.visits.bulkGet(others)).filter((copy) => copy !== undefined)
      return { copies: [...copies, ...moved], waiting }
    },
    open: async (stored, { databases }) => {
      const isIn = ({ branch_id, start_dt }: Shown<'visit'>) => {
        const at = Date.parse(start_dt)
        return branch_id === branchId && at >= from && at < to
      }
      const visits = (await openShown(databases, 'visit', stored)).filter(isIn)
      return visits.sort((a, b) => a.start_dt.localeCompare(b.start_dt) || a.id.localeCompare(b.id))
    },
  }
}
