import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { isSealed, type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'

/** Every column with a secret, by table; must equal entry.clients_with_plain_secrets (migration 0212). */
export const SECRET_COLUMNS = {
  pacs: { id: 'id', columns: ['db_password', 'token_auth_pwd', 'oauth_client_secret', 'client_key'] },
  branch: {
    id: 'id',
    columns: [
      'report_send_hl7_pwd',
      'thirdparty_report_pwd',
      'machine_communication_pwd',
      'lab_service_send_api_pwd',
    ],
  },
  client_setting: {
    id: 'client_id',
    columns: [
      'thirdparty_report_pwd',
      'report_xml_send_api_token',
      'smtp_password',
      'sms_password',
      'whatsapp_token',
      'whatsapp_app_secret',
      'whatsapp_verify_token',
    ],
  },
} as const

/**
 * Encrypts secrets that an older version, or a person by hand, has stored as plain text. Runs at every start; needs a
 * single query if all are encrypted. Several processes that start at once do the same work, and one of them wins each
 * row.
 */
export async function sealPlainSecrets({
  database,
  secrets,
}: Pick<Kernel, 'database' | 'secrets'>): Promise<void> {
  const { rows } = await database.entry((tx) =>
    sql<{ client_id: string }>`select client_id from entry.clients_with_plain_secrets()`.execute(tx),
  )
  for (const { client_id } of rows)
    await database.tenant(client_id, async (tx) => {
      for (const [table, { id, columns }] of Object.entries(SECRET_COLUMNS))
        for (const column of columns)
          await sealColumn(tx, secrets, { clientId: client_id, table, id, column })
    })
}

interface SecretColumn {
  clientId: string
  table: string
  /** The column of the row's id. */
  id: string
  column: string
}

async function sealColumn(
  tx: Tx,
  secrets: Secrets,
  { clientId, table, id, column }: SecretColumn,
): Promise<void> {
  const { rows } = await sql<{ id: string; stored: string }>`
    select ${sql.ref(id)} as id, ${sql.ref(column)} as stored from ${sql.table(table)}
    where client_id = ${clientId} and ${sql.ref(column)} <> '' for update`.execute(tx)
  for (const row of rows.filter(({ stored }) => !isSealed(stored))) {
    const sealed = await secrets.seal(secretContext(clientId, table, row.id, column), row.stored)
    // Nobody changed the record, so its revision stays.
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
      where client_id = ${clientId} and ${sql.ref(id)} = ${row.id}`.execute(tx)
  }
}
