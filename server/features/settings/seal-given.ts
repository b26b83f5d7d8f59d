import { type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'
import type { SettingsSecret } from './secret-destinations.ts'
import type { SettingsRow } from './settings-row.ts'

/** Returns the given secrets encrypted, by column; an omitted one stays, an empty one is removed. */
export async function sealGiven<Column extends SettingsSecret>(
  secrets: Secrets,
  { client_id: clientId }: SettingsRow,
  given: Readonly<Record<Column, string | undefined>>,
): Promise<Partial<Record<Column, string>>> {
  const sealed: Partial<Record<Column, string>> = {}
  for (const [column, text] of Object.entries<string | undefined>(given))
    if (text !== undefined)
      sealed[column as Column] = await secrets.seal(
        secretContext(clientId, 'client_setting', clientId, column),
        text,
      )
  return sealed
}
