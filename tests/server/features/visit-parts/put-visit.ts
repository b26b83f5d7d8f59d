import { randomUUID } from 'node:crypto'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, NOW } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { ANDHERI } from '../reports/report-fixture.ts'

export interface NewVisit {
  branch?: string
  isRadiology?: boolean
  status?: number
  /** A study that belongs to its service. */
  study?: string
}

/** Inserts a visit with one service; returns its id. */
export async function putVisit(
  server: DemoServer,
  { branch = ANDHERI, isRadiology = true, status = 4, study }: NewVisit = {},
): Promise<string> {
  const [id, patient, service] = [randomUUID(), randomUUID(), randomUUID()]
  await askAdmin(
    server,
    `insert into patient (client_id, id, pat_id, fname, lname) values ($1, $2::uuid, 'T-' || $2::text, 'Test', 'Patient')`,
    [CLIENT, patient],
  )
  await askAdmin(
    server,
    `insert into visit (client_id, id, visit_no, patient_id, branch_id, start_dt, status, is_radiology)
     values ($1, $2::uuid, 'V-' || $2::text, $3, $4, $5, $6, $7)`,
    [CLIENT, id, patient, branch, NOW, status, isRadiology],
  )
  await askAdmin(
    server,
    `insert into visit_service (client_id, id, visit_id, name, modality, accession_no, start_dt, status)
     values ($1, $2::uuid, $3, 'CT Brain', 'CT', left($2::text, 16), $4, 5)`,
    [CLIENT, service, id, NOW],
  )
  if (study)
    await askAdmin(server, 'update study set visit_service_id = $3 where client_id = $1 and id = $2', [
      CLIENT,
      study,
      service,
    ])
  return id
}
