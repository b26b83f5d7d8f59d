import { escapeLiteral } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from './context.ts'

/** One line of the audit trail: who did what to which record. `detail` holds no patient data. */
export interface AuditLine {
  clientId: string
  /** Absent for acts of the server itself. */
  userId: string | undefined
  action: string
  type: string
  recordId: string | undefined
  detail?: Record<string, unknown>
  at: Date
}

/** Returns the lines as one statement with inlined values, for the tail of their acts' transaction (feed-tail.ts). */
export function auditStatement(lines: readonly AuditLine[]): string {
  const text = escapeLiteral
  const values = lines.map(
    ({ clientId, userId, action, type, recordId, detail = {}, at }) =>
      `(${text(clientId)}, ${text(uuidv7())}, ${text(at.toISOString())}, ${userId === undefined ? 'null' : text(userId)},
        ${text(action)}, ${text(type)}, ${recordId === undefined ? 'null' : text(recordId)}, ${text(JSON.stringify(detail))})`,
  )
  return `insert into audit_trail (client_id, id, at, user_id, action, type, record_id, detail) values ${values.join(', ')}`
}

/** Writes a line in the same transaction as the act: no act without its line, no line without its act. */
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
