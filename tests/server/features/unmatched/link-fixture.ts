import { serviceIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { takeOver } from '#server/features/pacs/public/arrive.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, NOW } from '../open-demo.ts'
import { ANDHERI } from '../reports/report-fixture.ts'

/** A test's values for a service; the default is a CT of the brain at Andheri without a master. */
export interface ServiceWish {
  branch?: string
  /** Code of the master that it was booked from. */
  code?: string
  type?: 'Exam_Service' | 'Exam_Consumable'
  isRadiology?: boolean
  visitTag?: string
  tag?: string
}

export interface WishedService {
  id: string
  visitId: string
  patId: string
  accession: string
}

let booked = 0

/** Books a service in a new visit of Meera Rao. */
export async function bookService(server: DemoServer, wish: ServiceWish = {}): Promise<WishedService> {
  const [patient, visitId, id] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const no = ++booked
  const [patId, accession] = [`LINK-${no}`, `LA-${no}`]
  const key = [SANJEEVANI.id]
  await askAdmin(
    server,
    `insert into patient (client_id, id, pat_id, fname, lname, dob, gender) values ($1, $2, $3, 'Meera', 'Rao', '1984-03-02', 'Female')`,
    [...key, patient, patId],
  )
  await askAdmin(
    server,
    `insert into visit (client_id, id, visit_no, patient_id, branch_id, start_dt, is_radiology, tag_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...key,
      visitId,
      `V-${no}`,
      patient,
      wish.branch ?? ANDHERI,
      NOW,
      wish.isRadiology ?? true,
      wish.visitTag ?? null,
    ],
  )
  const master = wish.code === undefined ? null : serviceIdOf(SANJEEVANI, wish.code)
  await askAdmin(
    server,
    `insert into visit_service (client_id, id, visit_id, name, modality, accession_no, start_dt, service_id, type, tag_id)
     values ($1, $2, $3, 'CT Brain', 'CT', $4, $5, $6, $7, $8)`,
    [...key, id, visitId, accession, NOW, master, wish.type ?? 'Exam_Service', wish.tag ?? null],
  )
  return { id, visitId, patId, accession }
}

export interface ArrivedStudy {
  id: string
  visit_service_id: string | null
  tat: number
  tag_id: string | null
}

/** Sends a study of this person and number as an image server does from Andheri; returns the result. */
export async function arrive(
  server: DemoServer,
  {
    patId,
    accession,
    uid = `1.2.840.9.${crypto.randomUUID().replaceAll(/\D/g, '')}`,
  }: Pick<WishedService, 'patId' | 'accession'> & { uid?: string },
): Promise<ArrivedStudy> {
  const header = {
    '0020000D': { vr: 'UI', Value: [uid] },
    '00080050': { vr: 'SH', Value: [accession] },
    '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Rao^Meera' }] },
    '00100020': { vr: 'LO', Value: [patId] },
    '00080054': { vr: 'AE', Value: [SANJEEVANI.branches[0]?.aet ?? ''] },
  }
  const place = { clientId: SANJEEVANI.id, pacsId: crypto.randomUUID(), isBacklog: false }
  await takeOver(server.app.kernel, place, [{ uid, header }])
  const [study] = await askAdmin<ArrivedStudy>(
    server,
    'select id, visit_service_id, tat, tag_id from study where study_iuid = $1',
    [uid],
  )
  if (!study) throw new Error('the study did not arrive')
  return study
}
