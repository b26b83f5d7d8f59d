import { pacs as master } from '#contract/masters/pacs.ts'
import { ImageServerError } from '#server/integrations/pacs/image-server.ts'
import { SecretLostError, type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'
import { PACS_SECRETS, type PacsSecret, signInSecrets } from './pacs-secrets.ts'

/** What of a stored image server holds its secrets. */
type Sealed = { client_id: string; id: string; auth_kind: string; client_certificate: string } & Record<
  PacsSecret,
  string
>

/**
 * The image server with the secrets opened that are needed, for the moment in which it is asked; the others are empty.
 * Those of its signing in where nothing else is said. Throws ImageServerError that names the one that is lost. Outside of
 * a transaction, and never kept.
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
