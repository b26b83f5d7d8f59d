import type { ClinicalRecord } from '#domain/clinical/record-id.ts'
import { clinicalRecordIdOf } from '#domain/clinical/record-id.ts'
import { isVisitCompleted, STARTED_STATUS, type VisitStatus } from '#domain/status/visit-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import { clinicDoctorOf } from './desk-visits.ts'

const HISTORY =
  '<p>Chest tightness on climbing two flights of stairs for <strong>three months</strong>, gone within minutes at rest.</p><ul><li>Hypertension since 2018, on treatment</li><li>No diabetes; stopped smoking in 2020</li></ul>'
const INVESTIGATION =
  '<p>ECG: sinus rhythm, 72 per minute, no acute change. Lipid profile and treadmill test asked for.</p>'
const PLAN =
  '<p>Medicines as prescribed. Walk 30 minutes a day. <strong>Review in two weeks</strong> with the results.</p>'

const MEDICINES = [
  { medicine: 'Aspirin 75 mg', dose: ['Afternoon'], after_before_meal: 'After', duration: '30 days' },
  { medicine: 'Atorvastatin 20 mg', dose: ['Night'], after_before_meal: 'After', duration: '30 days' },
  {
    medicine: 'Metoprolol 25 mg',
    dose: ['Morning', 'Night'],
    after_before_meal: 'After',
    duration: '30 days',
  },
] as const

/** Inserts the records of clinic doctors for started visits: a history for all of them, the rest for completed ones. */
export async function insertClinical(tx: Tx, centre: DemoCentre, now: Date): Promise<void> {
  const visits = await tx
    .selectFrom('visit')
    .select(['id', 'status'])
    .where('client_id', '=', centre.id)
    .where('is_radiology', '=', false)
    .where('status', '>=', STARTED_STATUS)
    .where('cancelled_on', 'is', null)
    .execute()
  if (visits.length === 0) return
  const doctor = clinicDoctorOf(centre)
  for (const visit of visits) {
    const idOf = (kind: ClinicalRecord) => clinicalRecordIdOf(visit.id, doctor, kind)
    const whose = { client_id: centre.id, visit_id: visit.id, doctor_id: doctor, updated: now }
    const note = (type: Exclude<ClinicalRecord, 'PRESCRIPTION'>, content: string) => ({
      ...whose,
      id: idOf(type),
      type,
      content,
    })
    const isDone = isVisitCompleted(visit.status as VisitStatus)
    const more = isDone ? [note('INVESTIGATION', INVESTIGATION), note('TREAT_PLAN', PLAN)] : []
    await tx
      .insertInto('treatment')
      .values([note('MED_HISTORY', HISTORY), ...more])
      .execute()
    if (!isDone) continue
    const lines = MEDICINES.map((line) => ({
      id: demoId('medicine', `${visit.id} ${line.medicine}`),
      ...line,
    }))
    await tx
      .insertInto('prescription')
      .values({ ...whose, id: idOf('PRESCRIPTION'), lines: JSON.stringify(lines) })
      .execute()
  }
}
