import { sql } from 'kysely'
import { filePath } from '#contract/calls/files.ts'
import { type ClientAiBodyPart, client } from '#contract/masters/client.ts'
import { findCountry } from '#domain/masters/countries.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { StoredRow } from '#server/masters/hooks.ts'
import { findLicence } from '../licences/licence-limits.ts'
import type { PlatformTable } from './platform-table.ts'

/** Details that a client's row does not contain: see entry.client_details. */
export interface ClientDetails {
  client_id: string
  pacs_count: number
  branches_count: number
  admin_id: string | null
  fname: string
  lname: string
  mobile: string
  email: string
  ai_bodyparts: ClientAiBodyPart[]
}

/** Clients as the platform's administrator sees them. */
export const clientTable: PlatformTable<typeof client> = {
  master: client,
  complete: async (tx, rows) => {
    const details = await selectDetails(
      tx,
      rows.map(({ id }) => id),
    )
    const completed = new Map<string, Record<string, unknown>>()
    for (const row of rows) completed.set(row.id, await completedOf(tx, row, details.get(row.id)))
    return completed
  },
}

/** Selects the details of these clients, by id; runs with the platform's role. */
export async function selectDetails(tx: Tx, ids: readonly string[]): Promise<Map<string, ClientDetails>> {
  const { rows } = await sql<ClientDetails>`
    select * from entry.client_details(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.client_id, row]))
}

async function completedOf(
  tx: Tx,
  row: StoredRow,
  details: ClientDetails | undefined,
): Promise<Record<string, unknown>> {
  const licence = await findLicence(tx, row.id)
  const logo = row.logo_file_id as string | null
  const { client_id: _, admin_id: __, ...told } = details ?? ({} as Partial<ClientDetails>)
  return {
    ...told,
    country: findCountry(row.country_id as number)?.name ?? '',
    main_module_ids: row.main_modules,
    has_basic_auth_pwd: row.basic_auth_pwd_hash === '' ? 0 : 1,
    has_password: details?.admin_id == null ? 0 : 1,
    img_url: logo ? filePath(logo) : '',
    licence: licence?.name ?? '',
    licence_expired_on: licence?.expired_on ?? '',
  }
}
