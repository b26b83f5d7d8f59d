import type { Client } from 'pg'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { asOwner, seeClient } from '#server/kernel/database/as-owner.ts'
import { DEMO_PEOPLE } from './centre/people.ts'
import { removePlatformParts } from './centre/remove-platform-parts.ts'
import { CENTRES } from './centres.ts'
import { DEMO_AI_COMPANY } from './reading/insert-ai.ts'

/** Thrown if the demo cannot be removed; the message is for the person who runs the command. */
export class DemoRefused extends Error {}

/** The data that the removal deletes, counted beforehand. */
export interface DemoFound {
  clients: string[]
  patients: number
  studies: number
  /** User name of the demo's platform administrator, if present. */
  admin: string | undefined
}

const CLIENT_IDS: string[] = CENTRES.map(({ id }) => id)
const DEMO_ADMIN_ID = DEMO_PEOPLE.find(({ role }) => role === 'platform')?.id ?? ''

/**
 * Returns the demo data that is present. Throws DemoRefused if there is none, or if its administrator is the only
 * one.
 */
export async function findDemo(migrationUrl: string): Promise<DemoFound> {
  return inOneAct(migrationUrl, look)
}

/**
 * Removes the demo in one transaction: its clients with all their data, its platform administrator and its data in
 * the platform. Other clients and their people, and the platform's audit trail, stay unchanged. Returns the hashes
 * (SHA-256) of file contents that no row refers to any more. Throws DemoRefused in the same cases as findDemo.
 */
export async function removeDemo(migrationUrl: string): Promise<Buffer[]> {
  return inOneAct(migrationUrl, async (client) => {
    // The lock makes a concurrent creation of an administrator wait.
    await client.query('select id from client where id = $1 for update', [PLATFORM_CLIENT_ID])
    await look(client)
    const { rows: before } = await client.query<{ sha256: Buffer }>(
      'select distinct sha256 from file where client_id = any ($1) or client_id = $2',
      [CLIENT_IDS, PLATFORM_CLIENT_ID],
    )
    await dropClients(client)
    await removePlatformParts(client, { adminId: DEMO_ADMIN_ID, companyId: DEMO_AI_COMPANY.id })
    await dropJobs(client)
    const { rows: after } = await client.query<{ sha256: Buffer }>('select distinct sha256 from file')
    const kept = new Set(after.map(({ sha256 }) => sha256.toString('hex')))
    return before.map(({ sha256 }) => sha256).filter((hash) => !kept.has(hash.toString('hex')))
  })
}

async function look(client: Client): Promise<DemoFound> {
  const names = await client.query<{ name: string }>(
    'select name from client where id = any ($1) order by name',
    [CLIENT_IDS],
  )
  const admins = await client.query<{ id: string; username: string; counts: boolean }>(
    `select id, username, hidden is null and active as counts from app_user
     where client_id = $1 and user_type = 'ADMIN'`,
    [PLATFORM_CLIENT_ID],
  )
  const admin = admins.rows.find(({ id }) => id === DEMO_ADMIN_ID)
  if (names.rows.length === 0 && !admin) throw new DemoRefused('There is no demo data here.')
  if (admin && !admins.rows.some(({ id, counts }) => counts && id !== DEMO_ADMIN_ID))
    throw new DemoRefused(
      `The demo's ${admin.username} is the only administrator of the platform, and without one nobody could make a client. Make your own first: npm run create-admin -- --another. Then run this again.`,
    )
  const counts = await client.query<{ patients: number; studies: number }>(
    `select (select count(*)::int from patient where client_id = any ($1)) as patients,
      (select count(*)::int from study where client_id = any ($1)) as studies`,
    [CLIENT_IDS],
  )
  const { patients = 0, studies = 0 } = counts.rows[0] ?? {}
  return { clients: names.rows.map(({ name }) => name), patients, studies, admin: admin?.username }
}

// Rows refer to each other in cycles; a single statement checks the foreign keys only after all deletes.
async function dropClients(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
     where n.nspname in ('public', 'entry') and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
  )
  const parts = rows.map(({ name }, at) => `t${at} as (delete from ${name} where client_id = $1)`)
  await client.query('update licence set used_by = null, using_from_date = null where used_by = any ($1)', [
    CLIENT_IDS,
  ])
  for (const id of CLIENT_IDS) {
    await seeClient(client, id)
    await client.query(`with ${parts.join(', ')} delete from client where id = $1`, [id])
  }
}

// The job queue creates its own tables, as the application's role.
async function dropJobs(client: Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('pgboss.job') is not null as there`,
  )
  if (!rows[0]?.there) return
  await client.query('set local role readroom_app')
  await client.query(`delete from pgboss.job where data ->> 'clientId' = any ($1)`, [CLIENT_IDS])
  await client.query('set local role readroom_owner')
}

/** Runs one transaction as the owner; closing the connection rolls back what is not committed. */
function inOneAct<Result>(migrationUrl: string, run: (client: Client) => Promise<Result>): Promise<Result> {
  return asOwner(migrationUrl, async (client) => {
    await client.query('begin')
    const result = await run(client)
    await client.query('commit')
    return result
  })
}
