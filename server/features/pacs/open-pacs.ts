import { ImageServerError } from '#server/integrations/pacs/image-server.ts'
import { SecretLostError, type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'

/** Columns of an image server that are stored sealed. */
const SECRETS = ['db_password', 'token_auth_pwd', 'oauth_client_secret', 'client_key'] as const

/** What of a stored image server holds its secrets. */
type Sealed = { client_id: string; id: string } & Record<(typeof SECRETS)[number], string>

/**
 * The image server with its secrets opened, for the moment in which it is asked; throws ImageServerError where they
 * are lost. Outside of a transaction, and never kept.
 */
export async function openPacs<Row extends Sealed>(secrets: Secrets, row: Row): Promise<Row> {
  const open = (column: (typeof SECRETS)[number]) =>
    secrets.open(secretContext(row.client_id, 'pacs', row.id, column), row[column])
  try {
    const opened = await Promise.all(SECRETS.map(async (column) => [column, await open(column)] as const))
    return { ...row, ...Object.fromEntries(opened) }
  } catch (error) {
    if (error instanceof SecretLostError)
      throw new ImageServerError('down', 'The stored password of the image server is lost. Enter it again.', {
        cause: error,
      })
    throw error
  }
}
