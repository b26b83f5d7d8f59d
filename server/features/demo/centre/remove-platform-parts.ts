import type { Client } from 'pg'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { seeClient } from '#server/kernel/database/as-owner.ts'
import { PLATFORM } from '../centres.ts'
import { bodyPartIds } from './insert-body-parts.ts'
import { documentTagsOf } from './snippets.ts'

interface PlatformParts {
  adminId: string
  companyId: string
}

/** Removes what the demo inserted into the platform's own tables, after its clients were deleted. */
export async function removePlatformParts(
  client: Client,
  { adminId, companyId }: PlatformParts,
): Promise<void> {
  await seeClient(client, PLATFORM_CLIENT_ID)
  await dropAdmin(client, adminId)
  await dropBodyParts(client)
  await dropTags(client)
  await dropCompany(client, companyId)
  // The demo disables the captcha and passkey rules; a real platform requires both.
  await client.query(
    `update client set captcha_rule = 'always', passkey_rule = 'Administrators' where id = $1`,
    [PLATFORM_CLIENT_ID],
  )
}

// Deletes the person with sessions, devices and similar rows; the audit trail of the account is kept.
async function dropAdmin(client: Client, adminId: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
     join pg_attribute u on u.attrelid = c.oid and u.attname = 'user_id' and not u.attisdropped
     where n.nspname in ('public', 'entry') and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('audit_trail', 'command_log')
     order by 1`,
  )
  const parts = rows.map(
    ({ name }, at) => `t${at} as (delete from ${name} where client_id = $1 and user_id = $2)`,
  )
  await client.query(`with ${parts.join(', ')} delete from app_user where client_id = $1 and id = $2`, [
    PLATFORM_CLIENT_ID,
    adminId,
  ])
}

async function dropBodyParts(client: Client): Promise<void> {
  const { parts, photos } = bodyPartIds()
  await client.query(
    `with items as (delete from ai_body_part_item where client_id = $1 and body_part_id = any ($2)),
      photos as (delete from file where client_id = $1 and id = any ($3))
     delete from ai_body_part where client_id = $1 and id = any ($2)`,
    [PLATFORM_CLIENT_ID, parts, photos],
  )
}

// Document tags belong to the platform: one that another client uses is kept.
async function dropTags(client: Client): Promise<void> {
  const tags = documentTagsOf(PLATFORM).map(({ id }) => id)
  const { rows } = await client.query<{ name: string }>(
    `select format('%I', c.relname) as name
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tag_id' and not a.attisdropped
     where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`,
  )
  const naming = rows
    .map(({ name }) => `select tag_id as id from ${name} where tag_id = any ($1)`)
    .join(' union ')
  const clients = await client.query<{ id: string }>('select id from client')
  const used = new Set<string>()
  for (const { id } of clients.rows) {
    await seeClient(client, id)
    for (const tag of (await client.query<{ id: string }>(naming, [tags])).rows) used.add(tag.id)
  }
  await seeClient(client, PLATFORM_CLIENT_ID)
  await client.query('delete from document_tag where client_id = $1 and id = any ($2)', [
    PLATFORM_CLIENT_ID,
    tags.filter((id) => !used.has(id)),
  ])
}

// The company's password is public. If it read for another client, it is kept with its results and deactivated.
async function dropCompany(client: Client, companyId: string): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from ai_report where ai_company_id = $1)
       or exists (select from client_ai_bodypart o join ai_company_bodypart p on p.id = o.bodypart_id
         where p.company_id = $1) as used`,
    [companyId],
  )
  if (rows[0]?.used) {
    await client.query('update ai_company set active = false where id = $1', [companyId])
    return
  }
  await client.query(
    'with parts as (delete from ai_company_bodypart where company_id = $1) delete from ai_company where id = $1',
    [companyId],
  )
}
