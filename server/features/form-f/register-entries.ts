import { type Selectable, sql } from 'kysely'
import type { FormFEntry } from '#contract/calls/form-f.ts'
import { standingConsents } from '#domain/consent/standing-consent.ts'
import { FIELD, FORM_F_IDS, formFQuestionId } from '#domain/pndt/form-f.ts'
import { formFMissing, NO_INVASIVE_RESULT, NO_RESULT, type PndtBranch } from '#domain/pndt/form-f-start.ts'
import { SCAN_CANCELLED } from '#domain/status/service-status.ts'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { PatientConsent } from '#server/kernel/database/schema.ts'

interface ExamRow {
  id: string
  appt_id: string
  visit_no: string
  started_on: Date
  pat_id: string
  fname: string
  lname: string
  gender: string
  service: string
  machine: string | null
  machine_no: string | null
  is_invasive: boolean
}

/** The obstetric services (as they were flagged then) of visits that were started at the branch in the span, each with what its Form F lacks. */
export async function selectEntries(
  tx: Tx,
  clientId: string,
  branch: PndtBranch & { id: string },
  { from, until }: { from: Date; until: Date },
): Promise<FormFEntry[]> {
  const { rows } = await sql<ExamRow>`
    select vs.id, v.id as appt_id, v.visit_no, v.started_on, p.pat_id, p.fname, p.lname, p.gender, s.name as service,
      m.name as machine,
      case when vs.pndt_obstetric is not null and vs.pndt_machine_id is not distinct from m.id then vs.pndt_machine_no
        else m.pndt_registration_no end as machine_no,
      case when vs.pndt_obstetric is not null then coalesce(vs.pndt_invasive, false)
        else s.is_invasive end as is_invasive
    from visit v
    join visit_service vs on vs.client_id = v.client_id and vs.visit_id = v.id and vs.status <> ${SCAN_CANCELLED}
    join service s on s.client_id = vs.client_id and s.id = vs.service_id and coalesce(vs.pndt_obstetric, s.is_obstetric)
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    left join visit_machine st on st.client_id = vs.client_id and st.id = vs.visit_machine_id
    left join machine m on m.client_id = st.client_id and m.id = st.machine_id
    where v.client_id = ${clientId} and v.branch_id = ${branch.id} and v.status <> ${CANCELLED_STATUS}
      and v.started_on >= ${from} and v.started_on < ${until}
    order by v.started_on, v.id, vs.place, vs.id`.execute(tx)
  const consents = await selectParts(
    tx,
    clientId,
    rows.map(({ appt_id }) => appt_id),
  )
  return rows.map((row) => entryOf(row, consents.get(row.appt_id) ?? [], { ...branch, pndt_applies: true }))
}

type Part = Omit<Pick<Selectable<PatientConsent>, (typeof PART_COLUMNS)[number]>, 'created' | 'kind'> & {
  kind: 'Signed' | 'Withdrawn'
  created: string
}
const PART_COLUMNS = [
  'id',
  'visit_id',
  'consent_form_id',
  'kind',
  'withdraws_id',
  'created',
  'signed_on',
  'signer_name',
  'lmp_date',
  'ques_ans',
] as const

async function selectParts(
  tx: Tx,
  clientId: string,
  visitIds: readonly string[],
): Promise<Map<string, Part[]>> {
  if (visitIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('patient_consent')
    .select(PART_COLUMNS)
    .where('client_id', '=', clientId)
    .where('visit_id', '=', sql<string>`any(${[...new Set(visitIds)]}::uuid[])`)
    .where('consent_form_id', 'in', Object.values(FORM_F_IDS))
    .execute()
  const parts = rows.map((row) => ({
    ...row,
    kind: row.kind as Part['kind'],
    created: row.created.toISOString(),
  }))
  return Map.groupBy(parts, ({ visit_id }) => visit_id)
}

function entryOf(row: ExamRow, consents: readonly Part[], branch: PndtBranch): FormFEntry {
  const [woman] = standingConsents(consents, FORM_F_IDS.woman)
  const [doctor] = standingConsents(consents, FORM_F_IDS.doctor)
  const [result] = standingConsents(consents, FORM_F_IDS.result)
  const { service, machine, machine_no, gender, is_invasive: isInvasive } = row
  const invasive = isInvasive ? standingConsents(consents, FORM_F_IDS.invasive)[0] : undefined
  const outcome = isInvasive ? standingConsents(consents, FORM_F_IDS.invasiveResult)[0] : undefined
  const signers = [doctor?.signer_name, invasive?.signer_name].filter((name) => name !== undefined)
  const registrationNo = machine_no ?? ''
  const missing = formFMissing({
    // Who signed was on the registration of that day: it was asked then.
    branch: { ...branch, pndt_doctors: [branch.pndt_doctors, ...signers].join('\n') },
    gender,
    exams: [
      {
        name: service,
        isObstetric: true,
        isInvasive,
        machine: machine === null ? undefined : { name: machine, registrationNo },
      },
    ],
    consents,
  })
  return {
    id: row.id,
    appt_id: row.appt_id,
    visit_no: row.visit_no,
    started_on: row.started_on.toISOString(),
    pat_id: row.pat_id,
    name: `${row.fname} ${row.lname}`.trim(),
    gender,
    service,
    machine: machine ?? '',
    machine_no: registrationNo,
    woman_on: woman?.signed_on.toISOString() ?? null,
    doctor_on: doctor?.signed_on.toISOString() ?? null,
    result_on: result?.signed_on.toISOString() ?? null,
    is_invasive: isInvasive ? 1 : 0,
    invasive_on: invasive?.signed_on.toISOString() ?? null,
    invasive_result_on: outcome?.signed_on.toISOString() ?? null,
    doctor: doctor?.signer_name ?? '',
    lmp_date: woman?.lmp_date ?? null,
    answers: answersOf([woman, doctor, result, invasive, outcome]),
    missing: [
      ...missing,
      ...(result ? [] : [NO_RESULT]),
      ...(isInvasive && !outcome ? [NO_INVASIVE_RESULT] : []),
    ],
  }
}

/** The answers of the parts that stand, several options in one text. */
function answersOf(parts: readonly (Part | undefined)[]): Record<string, string> {
  const given = Object.assign({}, ...parts.map((part) => part?.ques_ans)) as Record<string, string | string[]>
  return Object.fromEntries(
    Object.entries(FIELD).flatMap(([name, no]) => {
      const answer = given[formFQuestionId(no)]
      return answer === undefined ? [] : [[name, [answer].flat().join('; ')]]
    }),
  )
}
