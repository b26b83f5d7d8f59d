import type { LabServer } from '../sim/server.ts'

/** The server's stored data after a schedule, of its client alone. */
export interface ServerView {
  reports: { id: string; study_id: string; rev: number; status: string; report_data: string }[]
  log: LogRow[]
  /** Lines of the audit trail from saves, signatures and verifications of reports. */
  audit: { record_id: string; action: string; rev: number }[]
  versions: { report_id: string; rev: number; report_data: string }[]
}

export interface LogRow {
  id: string
  call: string
  status: number | null
  result_rev: number | null
  response: { result?: { report?: { id: string; report_data: string } } } | null
}

export async function viewServer({ database }: LabServer, clientId: string): Promise<ServerView> {
  return database.tenant(clientId, async (tx) => {
    const reports = await tx
      .selectFrom('report')
      .select(['id', 'study_id', 'rev', 'status', 'report_data'])
      .where('client_id', '=', clientId)
      .execute()
    const log = await tx
      .selectFrom('command_log')
      .select(['id', 'call', 'status', 'result_rev', 'response'])
      .where('client_id', '=', clientId)
      .execute()
    const audit = await tx
      .selectFrom('audit_trail')
      .select(['record_id', 'action', 'detail'])
      .where('client_id', '=', clientId)
      .where('type', '=', 'report')
      .where('action', 'in', ['save', 'sign', 'verify'])
      .execute()
    const versions = await tx
      .selectFrom('report_version')
      .select(['report_id', 'rev', 'report_data'])
      .where('client_id', '=', clientId)
      .execute()
    return {
      reports,
      log: log as unknown as LogRow[],
      audit: audit.map(({ record_id, action, detail }) => ({
        record_id: record_id ?? '',
        action,
        rev: (detail as { rev: number }).rev,
      })),
      versions,
    }
  })
}
