import type { ConsentRow, VisitRow } from '#contract/calls/visit-records.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import { openShown, type StoredRecords } from '../desk/merged-record.ts'
import type { Device } from '../device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** The visits of a span of time and their consents. */
export interface DayVisits {
  visits: readonly VisitRow[]
  consents: readonly ConsentRow[]
}

interface Stored {
  visits: StoredRecords
  consents: StoredRecords
}

/**
 * Returns the visits of all branches on this device that start between two times (milliseconds, end excluded), with the
 * waiting changes; undefined until they are read.
 */
export function useDayVisits(span: { from: number; to: number } | undefined): DayVisits | undefined {
  return useLive(visitsIn(span), `day ${span?.from} ${span?.to}`).answer
}

const visitsIn = (span: { from: number; to: number } | undefined): LiveQuestion<Stored, DayVisits> => ({
  read: async ({ databases: { cache, work } }: Device) => {
    if (!span) return { visits: NONE, consents: NONE }
    const copies = await cache.visits.where('at').between(span.from, span.to, true, false).toArray()
    const waiting = await readWaiting(work, 'visit')
    // A visit that a waiting change moved into the span has its copy outside of it.
    const here = new Set(copies.map(({ id }) => id))
    const others = [...new Set(waiting.map(({ record }) => record))].filter((id) => !here.has(id))
    const moved = (await cache.visits.bulkGet(others)).filter((copy) => copy !== undefined)
    const ids = [...here, ...others]
    const signed = await cache.consents.where('visit').anyOf(ids).toArray()
    return {
      visits: { copies: [...copies, ...moved], waiting },
      consents: { copies: signed, waiting: await readWaiting(work, 'consent') },
    }
  },
  open: async ({ visits, consents }, { databases }) => {
    const shown = await openShown(databases, 'visit', visits)
    const isIn = ({ start_dt }: VisitRow) => {
      const at = Date.parse(start_dt)
      return span !== undefined && at >= span.from && at < span.to
    }
    return { visits: shown.filter(isIn), consents: await openShown(databases, 'consent', consents) }
  },
})

const NONE: StoredRecords = { copies: [], waiting: [] }
