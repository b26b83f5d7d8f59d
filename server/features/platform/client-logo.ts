import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import { shareFile } from '#server/kernel/files/give-file.ts'
import { invalid } from '#server/kernel/http/read-input.ts'

/** A logo as uploaded by the platform's administrator. */
export interface LogoFile {
  id: string
  sha256: Buffer
  source_sha256: Buffer | null
  mime: string
  bytes: number
  name: string
}

/** Returns the uploaded logo with this id, in a transaction of the platform; throws if it is not a logo. */
export async function findLogo(
  id: string | null | undefined,
  { tx, caller }: Context,
): Promise<LogoFile | undefined> {
  if (!id) return undefined
  const file = await tx
    .selectFrom('file')
    .select(['id', 'sha256', 'source_sha256', 'mime', 'bytes', 'name'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .where('purpose', '=', 'logo')
    .executeTakeFirst()
  if (!file) throw invalid({ image_file_id: 'was not uploaded as a logo' })
  return file
}

/**
 * Assigns the logo that the platform uploaded to the client. The content is stored only once, so the client only
 * needs its own row. Its administrators may change it in Company Detail.
 */
export async function putLogo(logo: LogoFile | undefined, { tx, caller }: Context): Promise<void> {
  const { clientId } = caller
  if (logo)
    await shareFile(tx, { ...logo, client_id: clientId, purpose: 'logo', owner_id: null, created_by: null })
  await sql`insert into company_detail (client_id, logo_file_id) values (${clientId}, ${logo?.id ?? null})
    on conflict (client_id) do update set logo_file_id = excluded.logo_file_id, rev = company_detail.rev + 1`.execute(
    tx,
  )
}
