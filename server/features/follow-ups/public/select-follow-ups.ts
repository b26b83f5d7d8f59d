import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FollowUpRow, followUpCalls } from '#contract/calls/follow-ups.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { DUE_SOON_DAYS } from '#domain/follow-up/due-day.ts'
import { FOLLOW_UP_STATES, type FollowUpState, OPEN_STATES, statesOf } from '#domain/follow-up/states.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import { searchConditions } from '#server/kernel/database/search-conditions.ts'
import { bookedVisit, boundOf, DONE_STUDY } from '../answers.ts'
import { visibleFollowUps } from '../rights.ts'
import { ofPerson, PERSON } from './person.ts'
import { type FollowUpRecord, toFollowUpRow } from './to-follow-up-row.ts'

export type FollowUpFilterInput = ParsedInputOf<typeof followUpCalls.allFollowUps>
type ReadContext = Pick<Context, 'tx' | 'caller' | 'now'>

type Counts = Record<FollowUpState, number>
type PageRow = FollowUpRecord & { found: Partial<Counts> | null; closed: number }

const ZONE = sql<string>`coalesce(b.time_zone, 'UTC')`

/** Follow-ups with their states; `conditions` over `f` and `s`. */
function withStates(now: Date, conditions: readonly RawBuilder<unknown>[]) {
  const today = sql`(${now}::timestamptz at time zone ${ZONE})::date`
  return sql`
    select f.*, s.study_desc, coalesce(s.study_datetime, s.received_datetime) as study_datetime, s.ref_physician,
      person.id as patient_id, person.ids as patient_ids, person.numbers as patient_numbers, s.pat_id, s.pat_name, s.pat_sex, s.pat_birthdate, s.branch_id, ${ZONE} as zone,
      coalesce(b.name, '') as branch, u.name as set_by, k.name as closed_by,
      done.id as done_id, done.branch_id as done_branch, done.assigned_doctor_id as done_writer,
      done.signed_by_doctor_id as done_signer, done.made as done_made,
      booked.id as booked_id, booked.branch_id as booked_branch, booked.start_dt as booked_start,
      case when f.closed_on is not null then 'Closed' when done.id is not null then 'Done'
        when booked.id is not null then 'Booked' when f.due_to < ${today} then 'Overdue'
        when f.due_on <= ${today} + ${DUE_SOON_DAYS}::int then 'Due' else 'Later' end as state
    from follow_up f
    join study s on s.client_id = f.client_id and s.id = f.study_id and s.hidden is null
    left join branch b on b.client_id = s.client_id and b.id = s.branch_id
    left join app_user u on u.client_id = f.client_id and u.id = f.set_by_id
    left join app_user k on k.client_id = f.client_id and k.id = f.closed_by_id
    ${PERSON} ${boundOf(ZONE)} ${DONE_STUDY} ${bookedVisit(now)}
    where ${sql.join(conditions, sql` and `)}`
}

function conditionsOf(caller: Caller, input: FollowUpFilterInput): RawBuilder<unknown>[] {
  const { branch_id: branch, modality, from_date: from, to_date: to } = input
  return [
    sql`f.client_id = ${caller.clientId}`,
    visibleFollowUps(caller),
    ...(branch ? [sql`s.branch_id = ${branch}`] : []),
    ...(modality ? [sql`f.modality = ${modality}`] : []),
    ...(from ? [sql`f.due_on >= ${from}::date`] : []),
    ...(to ? [sql`f.due_on <= ${to}::date`] : []),
    ...searchConditions([sql`s.pat_name`, sql`s.pat_id`, sql`f.what`], input.k),
  ]
}

const inStates = (states: readonly FollowUpState[]) => sql<SqlBool>`w.state = any(${[...states]})`

const OPEN = sql<SqlBool>`f.closed_on is null`
const CLOSED = sql<SqlBool>`f.closed_on is not null`

/** Returns a page by due day, the number of matches, and the number in each state under the rest of the filter. */
export async function selectFollowUpPage(
  { tx, caller, now }: ReadContext,
  input: ParsedInputOf<typeof followUpCalls.followUps>,
): Promise<{ rows: FollowUpRow[]; matching: number; counts: Counts }> {
  const conditions = conditionsOf(caller, input)
  const states = statesOf(input.state)
  const skipped = (input.p - 1) * input.ps
  // Closed follow-ups need no search for completion: they are counted separately, and read only up to the end of the
  // page.
  const closed = sql`from follow_up f join study s on s.client_id = f.client_id and s.id = f.study_id and s.hidden is null
    where ${sql.join([...conditions, CLOSED], sql` and `)}`
  // An array makes the database find these first, and search the person of each only afterwards.
  const firstClosed = sql`f.id = any(array(select f.id ${closed} order by f.due_on, f.id limit ${skipped + input.ps}))`
  const alsoClosed = states.includes('Closed')
    ? sql`union all select * from (${withStates(now, [...conditions, CLOSED, firstClosed])}) c`
    : sql``
  // Evaluates the completion of each once, for counts and page together.
  const { rows } = await sql<PageRow>`
    with w as materialized (${withStates(now, [...conditions, OPEN])})
    select (select jsonb_object_agg(n.state, n.n) from (select state, count(*) as n from w group by state) n) as found,
      (select count(*)::int from (select ${closed} limit ${COUNT_CAP}) c) as closed, page.*
    from (select) one left join lateral (
      select * from (select w.* from w where ${inStates(states)} ${alsoClosed}) shown
      order by due_on, id limit ${input.ps} offset ${skipped}) page on true`.execute(tx)
  const found = { ...rows[0]?.found, Closed: rows[0]?.closed }
  const counts = Object.fromEntries(FOLLOW_UP_STATES.map((state) => [state, found[state] ?? 0])) as Counts
  const matching = states.reduce((sum, state) => sum + counts[state], 0)
  // If the page has no rows, the counts are in one row by themselves.
  const page = rows.filter((row) => row.id !== null).map((row) => toFollowUpRow(row, caller))
  return { rows: page, matching: Math.min(matching, COUNT_CAP), counts }
}

/** Returns all matches, at most `limit`, by due day. */
export async function selectFollowUps(
  { tx, caller, now }: ReadContext,
  input: FollowUpFilterInput,
  limit: number,
): Promise<FollowUpRow[]> {
  const states = statesOf(input.state)
  const isOpenOnly = !states.includes('Closed')
  const isClosedOnly = states.every((state) => state === 'Closed')
  const conditions = [
    ...conditionsOf(caller, input),
    ...(isOpenOnly ? [OPEN] : []),
    ...(isClosedOnly ? [CLOSED] : []),
  ]
  const { rows } = await sql<FollowUpRecord>`
    select w.* from (${withStates(now, conditions)}) w
    where ${inStates(states)} order by w.due_on, w.id limit ${limit}`.execute(tx)
  return rows.map((row) => toFollowUpRow(row, caller))
}

/** Returns those of a study, earliest due day first. */
export async function selectFollowUpsOfStudy(
  { tx, caller, now }: ReadContext,
  studyId: string,
): Promise<FollowUpRow[]> {
  const conditions = [
    sql`f.client_id = ${caller.clientId}`,
    sql`f.study_id = ${studyId}`,
    visibleFollowUps(caller),
  ]
  const { rows } = await sql<FollowUpRecord>`
    select w.* from (${withStates(now, conditions)}) w order by w.due_on, w.id`.execute(tx)
  return rows.map((row) => toFollowUpRow(row, caller))
}

/** Returns one in wire format; undefined if it does not exist or the caller may not see it. */
export async function findFollowUp(
  { tx, caller, now }: ReadContext,
  id: string,
): Promise<FollowUpRow | undefined> {
  const row = await findFollowUpRecord(tx, now, caller.clientId, id, visibleFollowUps(caller))
  return row && toFollowUpRow(row, caller)
}

/** Returns one with its state, for the server's own use or restricted by `visible`. */
export async function findFollowUpRecord(
  tx: Tx,
  now: Date,
  clientId: string,
  id: string,
  visible: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<FollowUpRecord | undefined> {
  const conditions = [sql`f.client_id = ${clientId}`, sql`f.id = ${id}`, visible]
  const { rows } = await sql<FollowUpRecord>`select w.* from (${withStates(now, conditions)}) w`.execute(tx)
  return rows[0]
}

/** Returns the ids of all waiting or booked follow-ups of the same person, regardless of who may see them. */
export async function selectWaitingOfPerson(
  { tx, now }: Pick<ReadContext, 'tx' | 'now'>,
  { client_id, ...whose }: FollowUpRecord,
): Promise<string[]> {
  const conditions = [sql`f.client_id = ${client_id}`, OPEN, ofPerson(whose)]
  const { rows } = await sql<{ id: string }>`
    select w.id from (${withStates(now, conditions)}) w where ${inStates(OPEN_STATES)}`.execute(tx)
  return rows.map(({ id }) => id)
}
