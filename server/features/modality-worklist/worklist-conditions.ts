import { type RawBuilder, sql } from 'kysely'
import { READY_TO_SCAN, SCAN_CANCELLED, SCAN_IN_PROGRESS } from '#domain/status/service-status.ts'
import type { WorklistReason } from '#domain/study/dicom/worklist-reasons.ts'
import { nameCondition } from './name-condition.ts'
import type { WorklistHint } from './query-hint.ts'

/** The client and machine of a worklist query, and its filters. */
export interface WorklistQuestion extends WorklistHint {
  clientId: string
  calling: string
}

/** A query without a date covers this many days before and after now. */
const DAYS = 7
const DAY_MS = 86_400_000
/**
 * Maximum time between the start of a slot at the machine and of its examination (domain/visit/booking-plan.ts).
 * Slots are searched by their start: without this limit all slots that a machine ever had would be read.
 */
const SLOT_DAYS = 1
/** A service reaches these statuses only when its visit was started. */
const WAITING = sql.join([sql.lit(READY_TO_SCAN), sql.lit(SCAN_IN_PROGRESS)])

/** A condition of the selection over the rows of WORKLIST_ROWS, and the reason for rows that do not meet it. */
export interface WorklistCondition {
  holds: RawBuilder<unknown>
  reason: RawBuilder<WorklistReason>
}

/** Returns the reason as a parameter cast to text; without the cast PostgreSQL would guess its type. */
const is = (reason: WorklistReason) => sql<WorklistReason>`${reason}::text`

/** Services with all columns that a condition may use; a service without a machine is included. */
export const WORKLIST_ROWS = sql`visit_service s
    join visit v on v.client_id = s.client_id and v.id = s.visit_id
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    left join visit_machine k on k.client_id = s.client_id and k.id = s.visit_machine_id
    left join machine m on m.client_id = k.client_id and m.id = k.machine_id
    left join app_user r on r.client_id = v.client_id and r.id = coalesce(k.ref_dr_id, v.ref_dr_id)
    left join app_user d on d.client_id = v.client_id and d.id = s.assigned_doctor_id`

/**
 * The conditions for a service to be on a machine's worklist. The selection consists only of these, and "why is it
 * missing" evaluates each of them, so every condition must have a reason.
 */
export function worklistConditions(question: WorklistQuestion, now: Date): WorklistCondition[] {
  const { station, accession, patId, name, modality, days } = question
  const { since, until } = spanOf(days, now)
  const away = days === undefined ? 'too_far' : 'other_day'
  // A filter without a value adds no condition, so that the statement is planned without dead branches.
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
      holds: sql`k.start_dt between ${addDays(since, -SLOT_DAYS)} and ${until}`,
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

/** Branches of the calling machine, by its title. */
const branchesOf = ({ clientId, calling }: WorklistQuestion) => sql`select branch_id from machine
        where client_id = ${clientId} and aet = ${calling} and active and hidden is null`

/**
 * The same rows as WORKLIST_ROWS, in a fixed reading order: starting from the requested number, or from the slots of
 * the machines. The planner guesses how many services a branch has in a day and reads whole tables when it guesses
 * wrong; `offset 0` keeps it from reordering the steps.
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
  return sql`${slotsOf(question, now)}
      ${step(sql`select * from visit_service where client_id = k.client_id and visit_machine_id = k.id`, 's')}
      ${visit} ${branch} ${patient} ${people}`
}

/** Machines that may be meant, with their slots on the days. */
function slotsOf(question: WorklistQuestion, now: Date): RawBuilder<unknown> {
  const { clientId, station, days } = question
  const { since, until } = spanOf(days, now)
  // A visit belongs to its machines' branch; if a machine was moved, to a former branch
  // (server/features/masters/machine.ts).
  const reach =
    station === undefined
      ? sql`(array[branch_id] || stood_at) && array(${branchesOf(question)})`
      : sql`aet = ${station}`
  return sql`(select * from machine where client_id = ${clientId} and ${reach} offset 0) m
      ${step(
        sql`select * from visit_machine where client_id = m.client_id and machine_id = m.id
          and start_dt between ${addDays(since, -SLOT_DAYS)} and ${until}`,
        'k',
      )}`
}

const step = (rows: RawBuilder<unknown>, alias: string) =>
  sql`cross join lateral (${rows} offset 0) ${sql.raw(alias)}`

/** Restricts to the first and last day in the branch's zone; an open end is unlimited. */
function isOnDays({
  from = '00010101',
  to = '99991231',
}: NonNullable<WorklistHint['days']>): RawBuilder<unknown> {
  return sql`to_char(s.start_dt at time zone b.time_zone, 'YYYYMMDD') between ${from} and ${to}`
}

/** Returns instants that contain the requested days in every zone; around now if none are requested. */
function spanOf(days: WorklistHint['days'], now: Date): { since: Date; until: Date } {
  if (!days) return { since: addDays(now, -DAYS), until: addDays(now, DAYS) }
  const { from = '19000101', to = '99991231' } = days
  return { since: addDays(midnightOf(from), -1), until: addDays(midnightOf(to), 2) }
}

const addDays = (time: Date, days: number) => new Date(time.getTime() + days * DAY_MS)
const midnightOf = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))))
