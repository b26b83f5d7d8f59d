import { sql } from 'kysely'
import { SHARES } from '#domain/flow/stages.ts'
import type { LeakLine } from '#domain/leakage/lines.ts'
import { type FlowNarrowing, flowStudies } from '../flow/public/studies.ts'
import { leakRows } from '../leakage/public/leak-rows.ts'
import { sumCases } from '../sales/public/bi.ts'
import type { Figures } from '../sales/public/figures.ts'
import { countVisits } from '../sales/public/visit-list.ts'

export interface Criticals {
  opened: number
  /** The number that are closed, that is, communicated. */
  closed: number
  /** Minutes from opening to closing; null if none is closed. */
  p50: number | null
  p80: number | null
}

/** Reads the critical results that were opened in the range, of studies in the reader's rights. */
export async function readCriticals(figures: Figures, narrowing: FlowNarrowing): Promise<Criticals> {
  const { tx, caller, scope } = figures
  const studies = (await flowStudies(figures, narrowing)).select('s.id')
  const { timeZone } = caller
  const { rows } = await sql<{ opened: number; closed: number; waits: number[] | null }>`
    select count(*)::int as opened, count(c.closed_on)::int as closed,
      percentile_cont(${[...SHARES]}::float8[]) within group (order by extract(epoch from c.closed_on - c.opened_on) / 60)
        as waits
    from critical_result c
    where c.client_id = ${caller.clientId} and c.study_id in (${studies})
      and (c.opened_on at time zone ${timeZone})::date between ${scope.fromDay}::date and ${scope.toDay}::date`.execute(
    tx,
  )
  const { opened = 0, closed = 0, waits } = rows[0] ?? {}
  const [p50 = null, p80 = null] = waits ?? []
  return { opened, closed, p50, p80 }
}

export interface VisitMeasures {
  /** Examinations of visits that started in the range. */
  exams: number
  /** Scans that were started and cancelled. */
  cancelledScans: number
  /** Visits booked for the range that are not cancelled. */
  visits: number
  /** Visits to which the patient did not come. */
  noShows: number
}

/** Reads the outcome of the visits of the range, under the reader's rights to sales. */
export async function readVisitMeasures(figures: Figures): Promise<VisitMeasures> {
  const { completed, ongoing } = await sumCases(figures)
  const { visits } = await countVisits(figures, { base: 'Sales', filter: {} })
  return {
    exams: completed + ongoing,
    cancelledScans: await countLeaks(figures, 'cancelled_scan'),
    visits,
    noShows: await countLeaks(figures, 'no_show'),
  }
}

async function countLeaks(figures: Figures, line: LeakLine): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${leakRows(figures, line)} t`.execute(figures.tx)
  return rows[0]?.n ?? 0
}
