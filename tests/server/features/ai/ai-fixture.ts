import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AiStatus } from '#domain/status/ai-status.ts'
import { hashPassword } from '#server/features/auth/public/password.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { DEMO_AI_COMPANY } from '#server/features/demo/reading/insert-ai.ts'
import { askAdmin } from '../look-inside.ts'
import { type Answer, type DemoServer, NOW } from '../open-demo.ts'
import { ANDHERI, personId } from '../reports/report-fixture.ts'

export const CLIENT = SANJEEVANI.id

/** An AI company that returns PDF results, in addition to the demo's own company. */
export const PDF_COMPANY = { id: randomUUID(), user: 'paperreads', password: 'paper secret' }

export async function addPdfCompany(server: DemoServer): Promise<void> {
  const { id, user, password } = PDF_COMPANY
  const hash = await hashPassword(password)
  await server.db.database.entry((tx) =>
    sql`select entry.add_ai_company(${id}, 'Paper Reads', 'Pdf_Base64', ${user}, ${hash}, '[]'::jsonb)`.execute(
      tx,
    ),
  )
}

/** Inserts a study with its own UID, as an image server would send it. */
export async function putStudyOf(
  server: DemoServer,
  {
    pacsId,
    uid = newUid(),
    writer = 'dr.mehta',
  }: { pacsId?: string; uid?: string; writer?: string | null } = {},
): Promise<{ id: string; uid: string }> {
  const id = randomUUID()
  await askAdmin(
    server,
    `insert into study (client_id, id, study_iuid, pacs_id, branch_id, pat_id, pat_name, study_desc, modality,
       accession_no, received_datetime, assigned_doctor_id)
     values ($1, $2, $3, $4, $5, 'SAN-1', 'Test Patient', 'CT Brain', 'CT', 'ACC-7', $6, $7)`,
    [
      CLIENT,
      id,
      uid,
      pacsId ?? null,
      ANDHERI,
      new Date(NOW.getTime() - 3_600_000),
      writer && personId(writer),
    ],
  )
  return { id, uid }
}

export const newUid = () => `1.2.826.0.1.99.${randomInt(1, 2 ** 40)}`

/** Inserts a request to a company about the study, in the state `status`. */
export async function putRequest(
  server: DemoServer,
  studyId: string,
  {
    status = 'In_Process',
    company = DEMO_AI_COMPANY.id,
    html = '',
  }: {
    status?: AiStatus
    company?: string
    html?: string
  } = {},
): Promise<string> {
  const id = randomUUID()
  await askAdmin(
    server,
    `insert into ai_report (client_id, id, study_id, ai_company_id, status, report_html, received_on, sent_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [CLIENT, id, studyId, company, status, html, html === '' ? null : NOW, NOW],
  )
  await askAdmin(server, `update study set ai_report_id = $1, ai_status = $2 where id = $3`, [
    id,
    status,
    studyId,
  ])
  return id
}

export interface CompanyAnswer {
  user?: string
  password?: string
  from?: string
}

/** Sends an answer as a company does. */
export function answerAs(
  server: DemoServer,
  body: unknown,
  { user = DEMO_AI_COMPANY.user, password = DEMO_PASSWORD, from = '203.0.113.5' }: CompanyAnswer = {},
): Promise<Answer> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return server.send({
    method: 'POST',
    url: '/api/aiapi/saveAIReportRespone',
    payload: body as object,
    headers: { authorization, 'x-forwarded-for': from },
  })
}

export const answerAsPdfCompany = (server: DemoServer, body: unknown) => answerAs(server, body, PDF_COMPANY)

export interface StoredAiReport {
  status: AiStatus
  report_html: string
  file_id: string | null
  critical: boolean
  rev: number
  last_error: string
}

export async function readRequest(server: DemoServer, id: string): Promise<StoredAiReport> {
  const [row] = await askAdmin<StoredAiReport>(server, 'select * from ai_report where id = $1', [id])
  if (!row) throw new Error('no such AI report')
  return row
}

export async function aiStatusOf(server: DemoServer, studyId: string): Promise<string> {
  const [row] = await askAdmin<{ ai_status: string }>(server, 'select ai_status from study where id = $1', [
    studyId,
  ])
  return row?.ai_status ?? ''
}

/** Returns the smallest file that is a PDF by its first and last bytes; another `words` gives another file. */
export const pdfOf = (words = 'result') =>
  Buffer.from(`%PDF-1.4\n1 0 obj\n<</Title(${words})>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`)

/** Returns the audited actions on a record, oldest first. */
export async function actsOn(server: DemoServer, recordId: string): Promise<string[]> {
  const rows = await askAdmin<{ action: string }>(
    server,
    'select action from audit_trail where record_id = $1 order by id',
    [recordId],
  )
  return rows.map(({ action }) => action)
}
