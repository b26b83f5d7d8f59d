import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../context.ts'

/** One line of the audit trail: who did what to which record. `detail` holds no patient data. */
export interface AuditLine {
  clientId: string
  /** Absent for what the server did by itself. */
  userId: string | undefined
  action: string
  type: string
  recordId: string | undefined
  detail?: Record<string, unknown>
  at: Date
}

/** Writes a line in the transaction of the act itself: no act without its line, no line without its act. */
export async function writeAudit(tx: Tx, line: AuditLine): Promise<void> {
  await tx
    .insertInto('audit_trail')
    .values({
      client_id: line.clientId,
      id: uuidv7(),
      at: line.at,
      user_id: line.userId ?? null,
      action: line.action,
      type: line.type,
      record_id: line.recordId ?? null,
      detail: JSON.stringify(line.detail ?? {}),
    })
    .execute()
}
