import { type SqlBool, sql } from 'kysely'
import type { patientCalls, ReferredStudy } from '#contract/calls/patients.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { waitsForPayment } from '#domain/sharing/results.ts'
import { addDays, startOfDay } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import { patientName } from '../patients/public/find-patient.ts'
import { clientWaitsForPayment } from '../share-links/waits-for-payment.ts'
import { openAddress } from '../sharing/public/open-link.ts'
import { selectStudyRows } from '../studies/public/store.ts'

type Input = ParsedInputOf<typeof patientCalls.myPatients>

/** The status of cancelled visits and services (docs/visits.md#visit-and-service-status), which do not count. */
const CANCELLED = 12

/** Returns true if the caller is a referring doctor or hospital. */
export async function isReferrer({ tx, caller }: Context): Promise<boolean> {
  const user = await tx
    .selectFrom('app_user')
    .select('is_ref_doctor')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', caller.userId)
    .executeTakeFirst()
  return user?.is_ref_doctor ?? false
}

/**
 * Returns true if the study belongs to a visit that names the caller as referrer; a name in a DICOM header grants no
 * right.
 */
export async function isReferredBy(ctx: Context, studyId: string): Promise<boolean> {
  const found = await referred(ctx).select('vs.id').where('s.id', '=', studyId).limit(1).executeTakeFirst()
  return found !== undefined
}

/** Selects one page of the caller's patients, newest first, and the number of matches (at most COUNT_CAP). */
export async function selectMyPatients(
  ctx: Context,
  input: Input,
): Promise<{ rows: ReferredStudy[]; matching: number }> {
  const found = await inRange(ctx, input)
    .select([
      'vs.id',
      'vs.start_dt',
      'vs.name as service',
      's.id as study_id',
      'v.payment_status',
      'v.branch_id',
    ])
    .select(['p.pat_id', 'p.fname', 'p.lname'])
    .orderBy('vs.start_dt', 'desc')
    .orderBy('vs.id', 'desc')
    .limit(input.ps)
    .offset((input.p - 1) * input.ps)
    .execute()
  const some = inRange(ctx, input).select(sql`1`.as('one')).limit(COUNT_CAP)
  const { n } = await ctx.tx
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const waits = await clientWaitsForPayment(ctx.tx, ctx.caller.clientId)
  const ids = found.flatMap((row) => row.study_id ?? [])
  const studies = new Map(
    (await selectStudyRows(ctx.tx, ctx.caller.clientId, ids, ctx.now)).map((study) => [study.id, study]),
  )
  const rows = found.map((row): ReferredStudy => {
    const study = row.study_id ? studies.get(row.study_id) : undefined
    const isUnpaid = waitsForPayment(waits, study?.payment_status || row.payment_status)
    return {
      id: row.id,
      study_id: row.study_id,
      start_dt: row.start_dt.toISOString(),
      branch_id: row.branch_id,
      pat_id: row.pat_id,
      pat_name: patientName(row),
      service: row.service,
      status: study?.status ?? 'Pending',
      verified_reports: study?.verified_reports,
      viewer_url: study && !isUnpaid ? openAddress(study) : '',
      is_unpaid: isUnpaid ? 1 : 0,
    }
  })
  return { rows, matching: n }
}

function inRange(ctx: Context, { from_date, to_date }: Input) {
  const { timeZone } = ctx.caller
  let query = referred(ctx)
  if (from_date) query = query.where('vs.start_dt', '>=', startOfDay(from_date, timeZone))
  if (to_date) query = query.where('vs.start_dt', '<', startOfDay(addDays(to_date, 1), timeZone))
  return query
}

// Only the ref_dr_id, ref_hospital_id and other_ref_dr_ids of a visit make a patient the caller's (docs/visits.md).
// Consumables and clinical services have no images, but if a study was linked to one, it counts.
function referred({ tx, caller }: Context) {
  return tx
    .selectFrom('visit as v')
    .innerJoin('visit_service as vs', (on) =>
      on.onRef('vs.client_id', '=', 'v.client_id').onRef('vs.visit_id', '=', 'v.id'),
    )
    .innerJoin('patient as p', (on) =>
      on.onRef('p.client_id', '=', 'v.client_id').onRef('p.id', '=', 'v.patient_id'),
    )
    .leftJoin('study as s', (on) =>
      on
        .onRef('s.client_id', '=', 'vs.client_id')
        .onRef('s.visit_service_id', '=', 'vs.id')
        .on('s.hidden', 'is', null),
    )
    .where('v.client_id', '=', caller.clientId)
    .where('v.status', '!=', CANCELLED)
    .where('vs.status', '!=', CANCELLED)
    .where('p.hidden', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('vs.type', '=', 'Exam_Service'), eb('v.is_radiology', '=', true)]),
        eb('s.id', 'is not', null),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('v.ref_dr_id', '=', caller.userId),
        eb('v.ref_hospital_id', '=', caller.userId),
        sql<SqlBool>`v.other_ref_dr_ids @> array[${caller.userId}::uuid]`,
      ]),
    )
}
