import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { PEER_ROWS_MAX, type PeerReadingRow } from '#contract/calls/peer-learning.ts'
import { ageText } from '#domain/patient/age.ts'
import type { PeerCategory, PeerOutcome } from '#domain/peer/outcomes.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'

interface ReadingRecord {
  id: string
  rev: number
  study_id: string
  study_desc: string
  modality: string
  made: Date
  branch_id: string
  branch: string
  zone: string
  pat_sex: string
  pat_birthdate: string | null
  given_on: Date
  outcome: PeerOutcome | null
  category: PeerCategory | null
  point: string
  is_significant: boolean
  read_on: Date | null
  answers: string[]
}

type ReadContext = Pick<Context, 'tx' | 'caller'>

/** Selects the caller's readings that match the condition over `p`, without the identity of the reports' authors. */
async function selectReadings(
  { tx, caller }: ReadContext,
  condition: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
): Promise<PeerReadingRow[]> {
  const { rows } = await sql<ReadingRecord>`
    select p.id, p.rev, p.study_id, s.study_desc, p.modality, coalesce(s.study_datetime, s.received_datetime) as made,
      p.branch_id, coalesce(b.name, '') as branch, coalesce(b.time_zone, 'UTC') as zone, s.pat_sex, s.pat_birthdate,
      p.given_on, p.outcome, p.category, p.point, p.is_significant, p.read_on,
      array(select f.answer from peer_first f where f.client_id = p.client_id and f.reading_id = p.id
        and f.answered_on is not null order by f.answered_on) as answers
    from peer_reading p
    join study s on s.client_id = p.client_id and s.id = p.study_id
    left join branch b on b.client_id = p.client_id and b.id = p.branch_id
    where p.client_id = ${caller.clientId} and p.reader_id = ${caller.userId} and ${condition}
    order by ${order}, p.id limit ${PEER_ROWS_MAX}`.execute(tx)
  return rows.map(toRow)
}

export const selectWaiting = (work: ReadContext) =>
  selectReadings(work, sql<SqlBool>`p.read_on is null`, sql`p.given_on`)

export const selectDone = (work: ReadContext) =>
  selectReadings(work, sql<SqlBool>`p.read_on is not null`, sql`p.read_on desc`)

/** Returns one of the caller's readings, or undefined if it is somebody else's. */
export async function findReading(work: ReadContext, id: string): Promise<PeerReadingRow | undefined> {
  const [row] = await selectReadings(work, sql<SqlBool>`p.id = ${id}`, sql`p.id`)
  return row
}

const toRow = ({ made, zone, pat_birthdate, ...row }: ReadingRecord): PeerReadingRow => ({
  ...row,
  study_datetime: made.toISOString(),
  pat_age: ageText(pat_birthdate, dayAt(made, zone)),
  given_on: row.given_on.toISOString(),
  is_significant: row.is_significant ? 1 : 0,
  read_on: row.read_on?.toISOString() ?? null,
})
