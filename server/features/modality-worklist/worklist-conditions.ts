import { type RawBuilder, sql } from 'kysely'
import { READY_TO_SCAN, SCAN_CANCELLED, SCAN_IN_PROGRESS } from '#domain/status/service-status.ts'
import type { WorklistReason } from '#domain/study/worklist-reasons.ts'
import { nameCondition } from './name-condition.ts'
import type { WorklistHint } from './query-hint.ts'

/** Whose worklist is asked for, by which machine, and how narrowly. */
export interface WorklistQuestion extends WorklistHint {
  clientId: string
  calling: string
}

/** A question without a date is about services of so many days before and after now. */
const DAYS = 7
const DAY_MS = 86_400_000
/**
 * An examination begins so long after its stay at the machine begins at most (domain/visit/booking-plan.ts). The stays of
 * a machine are found by their begin: without it every stay that it ever had is read.
 */
const STAY_DAYS = 1
/** A service comes to these only when its visit was started. */
const WAITING = sql.join([sql.lit(READY_TO_SCAN), sql.lit(SCAN_IN_PROGRESS)])

/** A condition of the selection over the rows of WORKLIST_ROWS, and the reason of a row that does not meet it. */
export interface WorklistCondition {
  holds: RawBuilder<unknown>
  reason: RawBuilder<WorklistReason>
}

/** Always the text of one reason: a column, or a parameter whose type PostgreSQL would guess, is none. */
const is = (reason: WorklistReason) => sql<WorklistReason>`${reason}::text`

/** Services with all that a condition may look at; one that has no machine is a row too, without it. */
export const WORKLIST_ROWS = sql`visit_service s
    join visit v on v.client_id = s.client_id and v.id = s.visit_id
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    left join visit_machine k on k.client_id = s.client_id and k.id = s.visit_machine_id
    left join machine m on m.client_id = k.client_id and m.id = k.machine_id
    left join app_user r on r.client_id = v.client_id and r.id = coalesce(k.ref_dr_id, v.ref_dr_id)
    left join app_user d on d.client_id = v.client_id and d.id = s.assigned_doctor_id`

/**
 * What a service must meet to be on the worklist that a machine asks for. The selection is nothing but all of these, and
 * "why is it missing" asks each of them: a condition cannot be added without its reason.
 */
export function worklistConditions(question: WorklistQuestion, now: Date): WorklistCondition[] {
  const { station, accession, patId, name, modality, days } = question
  const { since, until } = spanOf(days, now)
  const away = days === undefined ? 'too_far' : 'other_day'
  // What is not asked stands in no condition: the statement is planned once, and then nothing is left to be left out.
  const asked = (
    value: string | undefined,
    held: RawBuilder<unknown>,
    reason: WorklistReason,
  ): WorklistCondition[] =>
    value === undefined ? [] : [{ holds: sql`${held} = ${value}`, reason: is(reason) }]
  return [
    { holds: sql`s.type = 'Exam_Service'`, reason: is('no_examination') },
    {
      holds: sql`s.status in (${WAITING})`,
      reason: sql`case when s.status = ${SCAN_CANCELLED} then ${is('cancelled')}
        when s.status < ${READY_TO_SCAN} then ${is('not_started')} else ${is('completed')} end`,
    },
    { holds: sql`m.id is not null`, reason: is('no_machine') },
    {
      holds: sql`v.branch_id in (${branchesOf(question)})`,
      reason: is('other_branch'),
    },
    { holds: sql`s.start_dt between ${since} and ${until}`, reason: is(away) },
    {
      holds: sql`k.start_dt between ${addDays(since, -STAY_DAYS)} and ${until}`,
      reason: sql`case when k.id is null then ${is('no_machine')} else ${is(away)} end`,
    },
    ...(days === undefined ? [] : [{ holds: isOnDays(days), reason: is('other_day') }]),
    ...asked(modality, sql`coalesce(nullif(s.modality, ''), m.modality)`, 'other_modality'),
    ...asked(station, sql`m.aet`, 'other_machine'),
    ...asked(accession, sql`s.accession_no`, 'other_accession'),
    ...asked(patId, sql`p.pat_id`, 'other_patient'),
    ...(name === undefined ? [] : [{ holds: nameCondition(name, 'p'), reason: is('not_matched') }]),
  ]
}

/** Branches where the calling machine stands, by its title. */
const branchesOf = ({ clientId, calling }: WorklistQuestion) => sql`select branch_id from machine
        where client_id = ${clientId} and aet = ${calling} and active and hidden is null`

/**
 * The same rows as WORKLIST_ROWS, in the order in which they are read: from the number that is asked for, or from the
 * stays of the machines. The planner guesses how many services a branch has in a day, and reads whole tables where it
 * guesses wrong: each step stands behind an `offset 0`, which it leaves in its place.
 */
export function rowsOf(question: WorklistQuestion, now: Date): RawBuilder<unknown> {
  const { clientId, accession, patId } = question
  const visit = step(sql`select * from visit where client_id = s.client_id and id = s.visit_id`, 'v')
  const patient = step(sql`select * from patient where client_id = v.client_id and id = v.patient_id`, 'p')
  const branch = step(sql`select * from branch where client_id = v.client_id and id = v.branch_id`, 'b')
  const machine = sql`
    left join lateral (select * from visit_machine where client_id = s.client_id and id = s.visit_machine_id offset 0) k on true
    left join machine m on m.client_id = k.client_id and m.id = k.machine_id`
  const people = sql`
    left join app_user r on r.client_id = v.client_id and r.id = coalesce(k.ref_dr_id, v.ref_dr_id)
    left join app_user d on d.client_id = v.client_id and d.id = s.assigned_doctor_id`
  if (accession !== undefined)
    return sql`(select * from visit_service where client_id = ${clientId} and accession_no = ${accession} offset 0) s
      ${visit} ${patient} ${branch} ${machine} ${people}`
  if (patId !== undefined)
    return sql`(select * from patient where client_id = ${clientId} and pat_id = ${patId} offset 0) p
      ${step(sql`select * from visit where client_id = p.client_id and patient_id = p.id`, 'v')}
      ${step(sql`select * from visit_service where client_id = v.client_id and visit_id = v.id`, 's')}
      ${branch} ${machine} ${people}`
  return sql`${staysOf(question, now)}
      ${step(sql`select * from visit_service where client_id = k.client_id and visit_machine_id = k.id`, 's')}
      ${visit} ${branch} ${patient} ${people}`
}

/** Machines that may be meant, with their stays of the days. */
function staysOf(question: WorklistQuestion, now: Date): RawBuilder<unknown> {
  const { clientId, station, days } = question
  const { since, until } = spanOf(days, now)
  // A visit is of its machines' branch; where a machine moved, of one where it stood (server/features/masters/machine.ts).
  const reach =
    station === undefined
      ? sql`(array[branch_id] || stood_at) && array(${branchesOf(question)})`
      : sql`aet = ${station}`
  return sql`(select * from machine where client_id = ${clientId} and ${reach} offset 0) m
      ${step(
        sql`select * from visit_machine where client_id = m.client_id and machine_id = m.id
          and start_dt between ${addDays(since, -STAY_DAYS)} and ${until}`,
        'k',
      )}`
}

const step = (rows: RawBuilder<unknown>, alias: string) =>
  sql`cross join lateral (${rows} offset 0) ${sql.raw(alias)}`

/** First and last day on the wall of the branch; one that is left open has no end. */
function isOnDays({
  from = '00010101',
  to = '99991231',
}: NonNullable<WorklistHint['days']>): RawBuilder<unknown> {
  return sql`to_char(s.start_dt at time zone b.time_zone, 'YYYYMMDD') between ${from} and ${to}`
}

/** Instants that hold the asked days in every zone; around now where none are asked for. */
function spanOf(days: WorklistHint['days'], now: Date): { since: Date; until: Date } {
  if (!days) return { since: addDays(now, -DAYS), until: addDays(now, DAYS) }
  const { from = '19000101', to = '99991231' } = days
  return { since: addDays(midnightOf(from), -1), until: addDays(midnightOf(to), 2) }
}

const addDays = (time: Date, days: number) => new Date(time.getTime() + days * DAY_MS)
const midnightOf = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))))
