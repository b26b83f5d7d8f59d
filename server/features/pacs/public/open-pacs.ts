import { pacs as master } from '#contract/masters/pacs.ts'
import { ImageServerError } from '#server/integrations/pacs/image-server.ts'
import { SecretLostError, type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'
import { PACS_SECRETS, type PacsSecret, signInSecrets } from '../pacs-secrets.ts'

/** The columns of a stored image server that concern its secrets. */
type Sealed = { client_id: string; id: string; auth_kind: string; client_certificate: string } & Record<
  PacsSecret,
  string
>

/**
 * Returns the image server with the needed secrets decrypted, for one query; the others are empty.
 * By default decrypts those for signing in. Throws an ImageServerError that names a secret that cannot be decrypted.
 * Must be called outside a transaction; never store the result.
 */
export async function openPacs<Row extends Sealed>(
  secrets: Secrets,
  row: Row,
  needed: readonly PacsSecret[] = signInSecrets(row),
): Promise<Row> {
  const opened = await Promise.all(
    PACS_SECRETS.map(async (column) => [
      column,
      needed.includes(column) ? await openOne(secrets, row, column) : '',
    ]),
  )
  return { ...row, ...Object.fromEntries(opened) }
}

async function openOne(secrets: Secrets, row: Sealed, column: PacsSecret): Promise<string> {
  try {
    return await secrets.open(secretContext(row.client_id, 'pacs', row.id, column), row[column])
  } catch (error) {
    if (!(error instanceof SecretLostError)) throw error
    const words = `The stored “${master.fields[column].label}” is lost. Enter it again.`
    throw new ImageServerError('down', words, { cause: error })
  }
}
