import type { Selectable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { formFMissing, formFRefusal, needsFormF, type StartedExam } from '#domain/pndt/form-f-start.ts'
import { type ExamStatus, SCAN_CANCELLED, SCAN_COMPLETED } from '#domain/status/service-status.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { VisitService } from '#server/kernel/database/schema.ts'
import { selectConsentsOfVisit } from '../consents/public/store.ts'
import { getPndtBranch } from '../form-f/public/pndt-branch.ts'
import { selectRegisteredThen } from '../form-f/public/registration.ts'
import { BEGUN, keepFormFFacts } from '../visits/public/keep-form-f-facts.ts'
import type { LockedVisit } from '../visits/public/write-store.ts'

/**
 * Throws if an obstetric ultrasound is started without a complete Form F, at a branch where it applies. `scan`: that
 * service of the visit alone, whose scan begins or ends (docs/form-f.md#before-the-scan). What is told of services and machines then is kept for the
 * register.
 */
export async function demandFormF(
  ctx: Context,
  visit: LockedVisit,
  scan?: { id: string; status: ExamStatus },
): Promise<void> {
  const { tx } = ctx
  const present = await getPndtBranch(tx, visit.client_id, visit.branch_id)
  if (!present.pndt_applies) return
  const then = await selectRegisteredThen(ctx, visit)
  const branch = { ...present, pndt_doctors: [present.pndt_doctors, ...then].join('\n') }
  const exams = await selectExams(tx, visit, scan?.id)
  await keepAsItIs(tx, visit, exams)
  if (!needsFormF({ branch, exams })) return
  const { gender } = await tx
    .selectFrom('patient')
    .select('gender')
    .where('client_id', '=', visit.client_id)
    .where('id', '=', visit.patient_id)
    .executeTakeFirstOrThrow()
  const consents = await selectConsentsOfVisit(tx, visit.id)
  const missing = formFMissing({ branch, gender, exams, consents })
  const refused = scan?.status === SCAN_COMPLETED ? 'completed' : 'started'
  if (missing.length > 0) throw new Refusal('refused', formFRefusal(missing, refused))
}

interface Exam extends StartedExam {
  id: string
  machineId: string | null
}

/**
 * The register shows what was true at the start, or when the scan began: services are flagged and machines registered
 * otherwise later. The end of a scan, and an end that is corrected, change nothing of it.
 */
async function keepAsItIs(tx: Tx, visit: LockedVisit, exams: readonly Exam[]): Promise<void> {
  for (const { id, isObstetric, isInvasive, machineId, machine } of exams)
    await keepFormFFacts({ tx }, visit, id, {
      pndt_obstetric: isObstetric,
      pndt_invasive: isInvasive,
      pndt_machine_id: machineId,
      pndt_machine_no: machine?.registrationNo ?? '',
    })
}

async function selectExams(tx: Tx, visit: LockedVisit, serviceId: string | undefined): Promise<Exam[]> {
  let query = tx
    .selectFrom('visit_service as vs')
    .innerJoin('service as s', (on) =>
      on.onRef('s.client_id', '=', 'vs.client_id').onRef('s.id', '=', 'vs.service_id'),
    )
    .leftJoin('visit_machine as st', (on) =>
      on.onRef('st.client_id', '=', 'vs.client_id').onRef('st.id', '=', 'vs.visit_machine_id'),
    )
    .leftJoin('machine as m', (on) =>
      on.onRef('m.client_id', '=', 'st.client_id').onRef('m.id', '=', 'st.machine_id'),
    )
    .select([
      'vs.id',
      's.name',
      's.is_obstetric',
      's.is_invasive',
      'vs.status',
      'vs.pndt_obstetric',
      'vs.pndt_invasive',
      'vs.pndt_machine_id',
      'vs.pndt_machine_no',
      'm.id as machine_id',
      'm.name as machine',
      'm.pndt_registration_no',
    ])
    .where('vs.client_id', '=', visit.client_id)
    .where('vs.visit_id', '=', visit.id)
  // A scan that was cancelled may be begun after all: it is asked about where it is the one.
  query =
    serviceId === undefined
      ? query.where('vs.status', '<>', SCAN_CANCELLED)
      : query.where('vs.id', '=', serviceId)
  const rows = await query.orderBy('vs.place').orderBy('vs.id').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    machineId: row.machine_id,
    ...flagsOf(row),
    machine: row.machine === null ? undefined : { name: row.machine, registrationNo: numberOf(row) },
  }))
}

type Kept = Pick<
  Selectable<VisitService>,
  'status' | 'pndt_obstetric' | 'pndt_invasive' | 'pndt_machine_id' | 'pndt_machine_no'
>

/** True for a scan that has begun: what was kept of it then is asked, as in the register. */
const isKept = ({ status, pndt_obstetric }: Kept): boolean =>
  pndt_obstetric !== null && BEGUN.includes(status)

const flagsOf = (row: Kept & { is_obstetric: boolean; is_invasive: boolean }) =>
  isKept(row)
    ? { isObstetric: row.pndt_obstetric === true, isInvasive: row.pndt_invasive === true }
    : { isObstetric: row.is_obstetric, isInvasive: row.is_invasive }

const numberOf = (row: Kept & { machine_id: string | null; pndt_registration_no: string | null }): string =>
  (isKept(row) && row.pndt_machine_id === row.machine_id ? row.pndt_machine_no : row.pndt_registration_no) ??
  ''
