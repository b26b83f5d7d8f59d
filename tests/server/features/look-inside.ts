import { createHash, randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import type { QueryResultRow } from 'pg'
import type { Client } from '#server/kernel/database/schema.ts'
import { type DemoServer } from './open-demo.ts'

/** Queries the database without row-level security, which nothing in the server can do. */
export async function askAdmin<Row extends QueryResultRow>(
  server: DemoServer,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await server.db.admin.query<Row>(text, values)).rows
}

export async function updateClient(
  server: DemoServer,
  id: string,
  change: Updateable<Client>,
): Promise<void> {
  await server.db.database.tenant(id, (tx) =>
    tx.updateTable('client').set(change).where('id', '=', id).execute(),
  )
}

export interface AuditRow {
  action: string
  type: string
  record_id: string | null
  user_id: string | null
  detail: Record<string, unknown>
}

/** Returns the audit lines about one type of record, oldest first. */
export function readAudit(server: DemoServer, clientId: string, type: string): Promise<AuditRow[]> {
  return server.db.database.tenant(clientId, async (tx) => {
    const { rows } = await sql<AuditRow>`select action, type, record_id, user_id, detail from audit_trail
      where type = ${type} order by at, id`.execute(tx)
    return rows
  })
}

/** Inserts a captcha with a known answer, as drawing one would. */
export async function putKnownCaptcha(server: DemoServer, answer: string): Promise<string> {
  const id = randomUUID()
  const hash = createHash('sha256').update(answer.toLowerCase()).digest()
  const { now } = server.clock
  const expires = new Date(now.getTime() + 5 * 60_000)
  await server.db.database.entry((tx) =>
    sql`select entry.put_captcha(${id}, ${hash}, ${expires}, ${now})`.execute(tx),
  )
  return id
}

/** Revokes every automatic sign-in link of a user. */
export async function revokeLinks(server: DemoServer, username: string): Promise<void> {
  const [user] = await askAdmin<{ client_id: string; id: string }>(
    server,
    'select client_id, id from app_user where username = $1',
    [username],
  )
  await server.db.database.entry((tx) =>
    sql`select entry.revoke_patient_links(${user?.client_id}, ${user?.id}, ${server.clock.now})`.execute(tx),
  )
}

/** Returns all rows of the tables that the functions of `entry` protect, as text. */
export async function dumpEntry(server: DemoServer): Promise<string> {
  const tables = ['session', 'captcha', 'sign_in_failure', 'otp', 'patient_link']
  const parts = await Promise.all(
    tables.map(async (table) => {
      const rows = await askAdmin<{ line: string }>(server, `select t::text as line from entry.${table} t`)
      return [`entry.${table}`, ...rows.map((row) => row.line)].join('\n')
    }),
  )
  return parts.join('\n')
}
