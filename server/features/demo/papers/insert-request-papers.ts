import type { NotNull } from 'kysely'
import type { Database } from '#server/kernel/database/open-database.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import type { KeepFile } from './pictures.ts'
import { drawForm, writePdf } from './request-forms.ts'

interface PatientRequest {
  id: string
  exam_reason: string
  user_id: string
}

/**
 * Inserts the documents that patients with an account sent with their requests: a photographed prescription or,
 * without a reason, a letter as PDF.
 */
export async function insertRequestPapers(
  database: Database,
  centre: DemoCentre,
  now: Date,
  keepFile: KeepFile,
): Promise<void> {
  for (const request of await selectRequests(database, centre.id)) {
    const id = demoId('request file', request.id)
    await keepFile({
      clientId: centre.id,
      id,
      purpose: 'request_document',
      ownerId: request.id,
      createdBy: request.user_id,
      ...(await paperOf(request, now)),
    })
    await database.tenant(centre.id, (tx) =>
      tx.updateTable('booking_request').set({ doc_file_id: id }).where('id', '=', request.id).execute(),
    )
  }
}

async function paperOf({ exam_reason }: PatientRequest, now: Date) {
  if (exam_reason !== '') {
    const lines = [exam_reason, 'Please see and advise.', 'Family practice, Andheri East']
    return {
      name: 'prescription.jpg',
      mime: 'image/jpeg',
      bytes: await drawForm({ title: 'Prescription', lines }),
    } as const
  }
  const lines = ['Dear colleague,', 'kindly examine this patient and report to me.', 'With thanks']
  return {
    name: 'referral.pdf',
    mime: 'application/pdf',
    bytes: await writePdf({ title: 'Referral', lines }, now),
  } as const
}

function selectRequests(database: Database, clientId: string): Promise<PatientRequest[]> {
  return database.tenant(clientId, (tx) =>
    tx
      .selectFrom('booking_request as r')
      .innerJoin('patient as p', (on) =>
        on.onRef('p.client_id', '=', 'r.client_id').onRef('p.id', '=', 'r.patient_id'),
      )
      .select(['r.id', 'r.exam_reason', 'p.user_id'])
      .$narrowType<{ user_id: NotNull }>()
      .where('r.client_id', '=', clientId)
      .where('r.source', '=', 'Patient')
      .where('r.visit_id', 'is', null)
      .where('p.user_id', 'is not', null)
      .orderBy('r.id')
      .execute(),
  )
}
