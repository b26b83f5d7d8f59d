import { ImageServerError } from '#server/integrations/pacs/image-server.ts'
import { SecretLostError, type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'

/** What of a stored image server holds its secrets. */
interface Sealed {
  client_id: string
  id: string
  db_password: string
  token_auth_pwd: string
}

/**
 * The image server with its passwords opened, for the moment in which it is asked; throws ImageServerError where they
 * are lost. Outside of a transaction, and never kept.
 */
export async function openPacs<Row extends Sealed>(secrets: Secrets, row: Row): Promise<Row> {
  const open = (column: 'db_password' | 'token_auth_pwd') =>
    secrets.open(secretContext(row.client_id, 'pacs', row.id, column), row[column])
  try {
    return { ...row, db_password: await open('db_password'), token_auth_pwd: await open('token_auth_pwd') }
  } catch (error) {
    if (error instanceof SecretLostError)
      throw new ImageServerError('down', 'The stored password of the image server is lost. Enter it again.', {
        cause: error,
      })
    throw error
  }
}
