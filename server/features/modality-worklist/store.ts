import { sql } from 'kysely'
import { READY_TO_SCAN, SCAN_IN_PROGRESS } from '#domain/status/service-status.ts'
import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import { ANSWERS_MAX } from '#server/integrations/modality-worklist/worklist-server.ts'
import type { Tx } from '#server/kernel/context.ts'
import { type WorklistService, worklistItem } from './worklist-item.ts'

/** A question without a date is about services of so many days before and after now. */
const DAYS = 7
/** A service comes to these only when its visit was started. */
const WAITING = [READY_TO_SCAN, SCAN_IN_PROGRESS]
/** One more than is ever answered, so that a question that is too wide is told apart. */
const ROWS_MAX = ANSWERS_MAX + 1

/** Whether a machine of the client announces itself by this title. */
export async function knowsMachine(tx: Tx, clientId: string, aet: string): Promise<boolean> {
  const found = await tx
    .selectFrom('machine')
    .select('id')
    .where('client_id', '=', clientId)
    .where('aet', '=', aet)
    .where('hidden', 'is', null)
    .where('active', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** What of a query narrows the rows in the database; everything else is matched on the items. */
export interface WorklistHint {
  station: string | undefined
  accession: string | undefined
  patId: string | undefined
  modality: string | undefined
  /** First and last day (YYYYMMDD) on the wall of the branch. */
  days: { from?: string; to?: string } | undefined
}

const DAY_MS = 86_400_000

/** Instants that hold the asked days in every zone; around now where none are asked for. */
function spanOf(days: WorklistHint['days'], now: Date): { since: Date; until: Date } {
  if (!days) return { since: addDays(now, -DAYS), until: addDays(now, DAYS) }
  const { from = '19000101', to = '99991231' } = days
  return { since: addDays(midnightOf(from), -1), until: addDays(midnightOf(to), 2) }
}

const addDays = (time: Date, days: number) => new Date(time.getTime() + days * DAY_MS)
const midnightOf = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))))

/** Whose worklist is asked for, by which machine, and how narrowly. */
export interface WorklistQuestion extends WorklistHint {
  clientId: string
  calling: string
}

/**
 * The worklist that a machine gets: exam services of started visits at its branches that wait for their scan or are being
 * scanned, with their machine, by time.
 */
export async function selectWorklist(
  tx: Tx,
  { clientId, calling, station, accession, patId, modality, days }: WorklistQuestion,
  now: Date,
): Promise<DicomSet[]> {
  const { from = '00010101', to = '99991231' } = days ?? {}
  const { since, until } = spanOf(days, now)
  const { rows } = await sql<WorklistService>`
    select s.id, s.name, s.code, s.modality, s.accession_no, s.start_dt, s.status, s.study_iuid,
      v.visit_no, m.name as machine, m.aet, m.modality as machine_modality, b.time_zone,
      p.pat_id, p.fname, p.lname, p.dob, p.gender, p.weight, p.height, p.allergies, p.is_vip,
      coalesce(r.name, '') as ref_dr, coalesce(d.name, '') as doctor
    from visit_service s
    join visit v on v.client_id = s.client_id and v.id = s.visit_id
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    join visit_machine k on k.client_id = s.client_id and k.id = s.visit_machine_id
    join machine m on m.client_id = k.client_id and m.id = k.machine_id
    left join app_user r on r.client_id = v.client_id and r.id = coalesce(k.ref_dr_id, v.ref_dr_id)
    left join app_user d on d.client_id = v.client_id and d.id = s.assigned_doctor_id
    where s.client_id = ${clientId} and s.status = any(${WAITING}) and s.type = 'Exam_Service'
      and s.start_dt between ${since} and ${until}
      and v.branch_id in (select branch_id from machine
        where client_id = ${clientId} and aet = ${calling} and active and hidden is null)
      and (${days === undefined} or to_char(s.start_dt at time zone b.time_zone, 'YYYYMMDD') between ${from} and ${to})
      and (${modality ?? null}::text is null or coalesce(nullif(s.modality, ''), m.modality) = ${modality ?? null})
      and (${station ?? null}::text is null or m.aet = ${station ?? null})
      and (${accession ?? null}::text is null or s.accession_no = ${accession ?? null})
      and (${patId ?? null}::text is null or p.pat_id = ${patId ?? null})
    order by s.start_dt, s.id
    limit ${ROWS_MAX}`.execute(tx)
  return rows.map(worklistItem)
}
