import type { ReportDetail, ReportRow } from '#contract/calls/reports.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import type { SaveStatus } from '#domain/status/report-status.ts'
import { DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, PHP } from '../open-demo.ts'

export const personId = (username: string) =>
  DEMO_PEOPLE.find((person) => person.username === username)?.id ?? ''

export const ANDHERI = SANJEEVANI.branches[0]?.id ?? ''

export interface NewStudy {
  branch?: string | null
  writer?: string
  signer?: string
  reports?: number
}

/** Inserts a new study without a report, as an image server would send it. */
export async function putStudy(
  server: DemoServer,
  { branch = ANDHERI, writer, signer, reports = 1 }: NewStudy = {},
): Promise<string> {
  const id = crypto.randomUUID()
  await askAdmin(
    server,
    `insert into study (client_id, id, study_iuid, branch_id, pat_id, pat_name, modality, received_datetime,
       assigned_doctor_id, signed_by_doctor_id, no_of_reports)
     values ($1, $2::uuid, $2::text, $3, 'SAN-1', 'Test Patient', 'CT', $4, $5, $6, $7)`,
    [
      SANJEEVANI.id,
      id,
      branch,
      new Date(NOW.getTime() - 3_600_000),
      writer ? personId(writer) : null,
      signer ? personId(signer) : null,
      reports,
    ],
  )
  return id
}

export interface Save {
  status: SaveStatus
  text?: string
  conclusion?: string
  no?: number
  base?: number | undefined
  more?: Record<string, unknown>
}

/** Calls saveReport as the editor does. */
export function save(
  desk: ApiUser,
  studyId: string,
  { status, text = '<p>Normal study.</p>', conclusion = '', no = 1, base, more = {} }: Save,
) {
  const body = {
    id: reportIdOf(studyId, no),
    study_id: studyId,
    report_no: no,
    report_name: 'CT',
    report_data: text,
    conclusion,
    recommendation: '',
    status,
    ...more,
  }
  const headers = base === undefined ? {} : { 'if-match': `"${base}"` }
  return desk.post(`${PHP}saveReport`, body, headers as Record<string, string>)
}

export async function detail(desk: ApiUser, studyId: string): Promise<ReportDetail> {
  const { body } = await desk.get(`${PHP}reportDetail/${studyId}`)
  return body.result as ReportDetail
}

export async function reportOf(desk: ApiUser, studyId: string, no = 1): Promise<ReportRow | undefined> {
  return (await detail(desk, studyId)).reports.find((report) => report.report_no === no)
}

export interface HistoryRow {
  rev: number
  status: string
  report_data: string
  created_by_name: string
}

/** Returns the versions of the study's reports, oldest first. */
export async function history(desk: ApiUser, studyId: string): Promise<HistoryRow[]> {
  const { body } = await desk.get(`${PHP}reportHistory/${studyId}`)
  return (body.result as HistoryRow[]).toReversed()
}

export interface FeedRow {
  type: string
  id: string
  rev: number
  op: string
  scope: string
}

/** Returns the feed rows of these records, in order. */
export function feedOf(server: DemoServer, ...ids: string[]): Promise<FeedRow[]> {
  return askAdmin<FeedRow>(
    server,
    'select type, id, rev, op, scope from change_feed where id = any($1) order by pos',
    [ids],
  )
}
