import { v7 as mintId } from 'uuid'
import { askAdmin } from '../look-inside.ts'
import type { DemoServer } from '../open-demo.ts'
import { ANDHERI, CLIENT } from '../sales/books.ts'

/** The times of a study in minutes after its images arrived; an absent one is not known. */
export interface FlowStudy {
  branch?: string | null
  modality?: string
  status?: 'Pending' | 'Draft' | 'ReadyForSign' | 'Signed' | 'Verified'
  received: Date
  tat?: number
  assigned?: number
  text?: number
  signed?: number
  verified?: number
  delivered?: number
  doctor?: string | null
  signer?: string | null
  /** The visit's service that the study belongs to. */
  serviceId?: string
}

/** Writes a study with its report and its link as the server's calls leave them. Returns its id. */
export async function putStudy(server: DemoServer, study: FlowStudy): Promise<string> {
  const { branch = ANDHERI, modality = 'CT', status = 'Signed', received, tat = 60 } = study
  const id = mintId()
  const at = (minutes: number | undefined) =>
    minutes === undefined ? null : new Date(received.getTime() + minutes * 60_000)
  await askAdmin(
    server,
    `insert into study (client_id, id, study_iuid, branch_id, modality, status, received_datetime, tat, assigned_on,
       signed_on, verified_on, assigned_doctor_id, signed_by_doctor_id, visit_service_id, pat_name)
     values ($1, $2::uuid, '2.25.' || $2::text, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'Flow')`,
    [
      CLIENT,
      id,
      branch,
      modality,
      status,
      received,
      tat,
      at(study.assigned),
      at(study.signed),
      at(study.verified),
      study.doctor ?? null,
      study.signer ?? null,
      study.serviceId ?? null,
    ],
  )
  if (study.text !== undefined)
    await askAdmin(
      server,
      `insert into report (client_id, id, study_id, report_no, status, created, is_main)
       values ($1, $2, $3, 1, 'Draft', $4, true)`,
      [CLIENT, mintId(), id, at(study.text)],
    )
  if (study.delivered !== undefined)
    await askAdmin(
      server,
      `insert into share_link (client_id, id, study_id, secret_hash, channel, created_by, with_report, created)
       values ($1, $2::uuid, $3, decode(md5($2::text), 'hex'), 'E', $4, true, $5)`,
      [CLIENT, mintId(), id, study.signer ?? mintId(), at(study.delivered)],
    )
  return id
}
