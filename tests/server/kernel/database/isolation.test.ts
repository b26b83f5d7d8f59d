import { sql } from 'kysely'
import { Client, escapeIdentifier } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Tx } from '#server/kernel/context.ts'
import { POSTGRES_VERSIONS } from '#tests/helpers/database/postgres-versions.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'

/**
 * Tables of public that belong to no client: the journal of migrations and the platform's licences, which the
 * application may not even read, and the platform's list of AI companies, of which it may read everything
 * except secrets (migration 0030).
 */
const NOT_OF_A_CLIENT = ['migration', 'licence', 'ai_company', 'ai_company_bodypart']
/** What the platform's own role reads across clients (migration 0047); it contains nothing that a client enters. */
const OF_THE_PLATFORM_ROLE = ['client']
/** Masters that the platform keeps for every client: read by all, written by the platform alone. */
const SHARED = ['ai_body_part', 'ai_body_part_item', 'commission_ban', 'department', 'document_tag', 'file']
const MINE = '00000000-0000-7000-8000-00000000000a'
const THEIRS = '00000000-0000-7000-8000-00000000000b'

interface TableRules {
  name: string
  has_rls: boolean
  policies: { name: string; command: string; roles: string[]; rule: string }[]
  key: string[]
  unique_keys: string[][]
}

const RULES = `
  select c.relname as name, c.relrowsecurity as has_rls,
    (select coalesce(jsonb_agg(jsonb_build_object('name', p.polname, 'command', p.polcmd,
      'roles', case when p.polroles = '{0}' then '[]' else to_jsonb(p.polroles::regrole[]::text[]) end,
      'rule', pg_get_expr(p.polqual, p.polrelid)) order by p.polname), '[]')
      from pg_policy p where p.polrelid = c.oid) as policies,
    coalesce((select ${namesOf('i.indkey')} from pg_index i where i.indrelid = c.oid and i.indisprimary), '{}') as key,
    coalesce((select jsonb_agg(to_jsonb(${namesOf('i.indkey')})) from pg_index i
      where i.indrelid = c.oid and i.indisunique and not i.indisprimary), '[]') as unique_keys
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`

function namesOf(keys: string): string {
  return `(select array_agg(a.attname::text order by k.n) from unnest(${keys}::int2[]) with ordinality k (num, n)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num)`
}

describe.each(POSTGRES_VERSIONS)('on PostgreSQL $version', ({ version, isHere }) => {
  let opened: TestDatabase
  let admin: Client
  let tables: TableRules[]

  beforeAll(async () => {
    if (!isHere) return
    opened = await openTestDatabase({ version })
    admin = new Client({ connectionString: opened.adminUrl })
    await admin.connect()
    tables = (await admin.query<TableRules>(RULES)).rows.filter(({ name }) => !NOT_OF_A_CLIENT.includes(name))
    for (const id of [MINE, THEIRS])
      await admin.query('insert into client (id, name) values ($1, $2)', [id, 'A centre'])
  })
  afterAll(async () => {
    if (!isHere) return
    await admin.end()
    await opened.close()
  })

  test.skipIf(!isHere)(
    `every table has row-level security and client_id first in each key (PostgreSQL ${version})`,
    () => {
      expect(tables.length).toBeGreaterThan(14)
      for (const { name, has_rls, policies, key, unique_keys } of tables) {
        const why = `${name}: give it row-level security and a policy, and let client_id lead its keys (docs/screens.md#stack)`
        const found = policies.map((policy) => policy.name)
        expect({ name, has_rls, policies: found }, why).toEqual({
          name,
          has_rls: true,
          policies: policiesOf(name),
        })
        expect(key[0], why).toBe(name === 'client' ? 'id' : 'client_id')
        for (const unique of unique_keys) expect(unique[0], why).toBe('client_id')
      }
    },
  )

  test.skipIf(!isHere)(
    `beside the tenant’s policy only policies for the platform’s shared rows exist (PostgreSQL ${version})`,
    () => {
      const others = tables.flatMap((table) =>
        table.policies.map((policy) => ({ table: table.name, ...policy })),
      )
      for (const { table, name, command, roles, rule } of others)
        if (name === 'tenant' || name === 'own')
          expect({ table, command, roles, rule }).toEqual({
            table,
            command: '*',
            roles: [],
            rule: expect.stringContaining("current_setting('app.client_id'::text, true)"),
          })
        else if (name === 'shared')
          expect({ table, command, roles, rule }).toEqual({
            table,
            command: 'r',
            roles: [],
            rule: expect.stringMatching(PLATFORMS_ROWS),
          })
        else expect({ table, roles }).toEqual({ table, roles: ['readroom_platform'] })
    },
  )

  test.skipIf(!isHere)(
    `a tenant sees, changes and removes no row of another tenant, in any table (PostgreSQL ${version})`,
    async () => {
      const filled = await fillEveryTable(admin, tables)
      expect(filled.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
      for (const name of filled) {
        const seen = await opened.database.tenant(MINE, (tx) => ownersIn(tx, name))
        expect(seen, name).toEqual(isReadByAll(name) ? [PLATFORM_CLIENT_ID, MINE].toSorted() : [MINE])
        for (const owner of [THEIRS, PLATFORM_CLIENT_ID]) await expectNothingTouched(name, owner)
      }
    },
  )

  /** Runs a statement that may be permitted or not; in both cases no foreign row may change. */
  async function expectNothingTouched(name: string, owner: string) {
    const column = ownerColumn(name)
    const before = await countOf(name, owner)
    for (const statement of [
      sql`delete from ${sql.table(name)} where ${sql.ref(column)} = ${owner}`,
      sql`update ${sql.table(name)} set ${sql.ref(column)} = ${MINE} where ${sql.ref(column)} = ${owner}`,
      sql`update ${sql.table(name)} set ${sql.ref(column)} = ${owner} where ${sql.ref(column)} = ${MINE}`,
    ])
      await opened.database.tenant(MINE, (tx) => statement.execute(tx)).catch(expectRefusal)
    expect(await countOf(name, owner), `${name} of ${owner}`).toBe(before)
  }

  const countOf = async (name: string, owner: string) =>
    (
      await admin.query(
        `select count(*)::int as n from ${escapeIdentifier(name)} where ${ownerColumn(name)} = $1`,
        [owner],
      )
    ).rows[0].n

  test.skipIf(!isHere)(
    `without a client only the platform’s shared rows are visible, and the sign-in tables only by functions (PostgreSQL ${version})`,
    async () => {
      for (const { name } of tables) {
        const seen = await opened.database.entry((tx) => ownersIn(tx, name))
        expect(seen, name).toEqual(isReadByAll(name) ? [PLATFORM_CLIENT_ID] : [])
      }
      const { rows } = await admin.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'entry'::regnamespace and relkind = 'r'`,
      )
      expect(rows.length).toBeGreaterThan(5)
      for (const { name } of rows)
        await expect(
          opened.database.entry((tx) => sql`select from ${sql.table(`entry.${name}`)}`.execute(tx)),
          name,
        ).rejects.toThrow('permission denied')
    },
  )

  test.skipIf(!isHere)(
    `the application reads only non-secret columns of the platform’s own tables, and writes nothing (PostgreSQL ${version})`,
    async () => {
      const ask = (statement: string) => opened.database.entry((tx) => sql.raw(statement).execute(tx))
      await expect(ask('select id, name from ai_company')).resolves.toBeDefined()
      for (const statement of [
        'select basic_auth_pwd_hash from ai_company',
        'select basic_auth_usr from ai_company',
        "update ai_company set name = 'mine'",
        'delete from ai_company_bodypart',
        'select licence_key from licence',
        'delete from licence',
      ])
        await expect(ask(statement), statement).rejects.toThrow('permission denied')
    },
  )

  test.skipIf(!isHere)(
    `definer functions have a fixed search path and are closed to others (PostgreSQL ${version})`,
    async () => {
      const { rows } = await admin.query<{ name: string; settings: string[] | null; is_public: boolean }>(
        `select p.proname as name, p.proconfig as settings, has_function_privilege('public', p.oid, 'execute') as is_public
       from pg_proc p where p.pronamespace in ('public'::regnamespace, 'entry'::regnamespace) and p.prosecdef`,
      )
      expect(rows.length).toBeGreaterThan(10)
      for (const { name, settings, is_public } of rows) {
        expect(
          settings?.some((one) => one.startsWith('search_path=')),
          `${name}: set search_path`,
        ).toBe(true)
        expect(is_public, `${name}: revoke all from public`).toBe(false)
      }
    },
  )

  test.skipIf(!isHere)(
    `the application can neither create objects nor read the journal (PostgreSQL ${version})`,
    async () => {
      const { pool } = opened.database
      await expect(pool.query('create table public.mine (id int)')).rejects.toThrow('permission denied')
      await expect(
        pool.query('create function public.f() returns int language sql as $$ select 1 $$'),
      ).rejects.toThrow('permission denied')
      await expect(pool.query('select * from migration')).rejects.toThrow('permission denied')
    },
  )
})

const PLATFORMS_ROWS = new RegExp(`^\\(+client_id = '${PLATFORM_CLIENT_ID}'::uuid\\)`)

const ownerColumn = (table: string) => (table === 'client' ? 'id' : 'client_id')
// Every client reads the pictures of the platform's masters among the files; this test creates none.
const isReadByAll = (table: string) => SHARED.includes(table) && table !== 'file'

function policiesOf(table: string): string[] {
  const more = OF_THE_PLATFORM_ROLE.includes(table) ? ['platform'] : []
  return [
    table === 'client' ? 'own' : 'tenant',
    ...more,
    ...(SHARED.includes(table) ? ['shared'] : []),
  ].toSorted()
}

async function ownersIn(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select distinct ${sql.ref(ownerColumn(table))} as owner from ${sql.table(table)} order by 1`.execute(tx)
  return rows.map(({ owner }) => owner)
}

function expectRefusal(error: unknown): void {
  const code = (error as { code?: string }).code ?? ''
  // Not granted, refused by the policy, or refused by a key that contains the row.
  expect(['42501', '23503', '23505']).toContain(code)
}

/**
 * Inserts one row per client into every table, built from the catalogue so that a new table is tested without
 * a change here.
 */
async function fillEveryTable(admin: Client, tables: readonly TableRules[]): Promise<string[]> {
  const filled: string[] = []
  // The platform's own rows, which tables of clients reference.
  for (const id of [MINE, THEIRS]) {
    await admin.query(
      `insert into ai_company (id, name, basic_auth_usr, basic_auth_pwd_hash) values ($1, 'A company', $2, '')`,
      [id, id],
    )
    await admin.query(
      `insert into ai_company_bodypart (id, company_id, modality, bodypart) values ($1, $1, 'CR', 'Chest')`,
      [id],
    )
  }
  // Parents come before children; the order is found by trial, because foreign keys may point in any
  // direction.
  for (let left = [...tables]; left.length > 0; ) {
    const [done, waiting] = await tryToFill(admin, left)
    if (done.length === 0)
      throw new Error(`No row could be made for ${waiting.map(({ name }) => name).join(', ')}`)
    filled.push(...done)
    left = waiting
  }
  return filled
}

async function tryToFill(admin: Client, left: readonly TableRules[]): Promise<[string[], TableRules[]]> {
  const done: string[] = []
  const waiting: TableRules[] = []
  for (const table of left)
    try {
      const owners = [MINE, THEIRS, ...(SHARED.includes(table.name) ? [PLATFORM_CLIENT_ID] : [])]
      for (const owner of owners) await insertOne(admin, table.name, owner)
      done.push(table.name)
    } catch (error) {
      if ((error as { code?: string }).code !== '23503') throw error
      waiting.push(table)
    }
  return [done, waiting]
}

/** Values for a check over several columns that does not accept the first word of its list. */
const WORDS: Partial<Record<string, string>> = { 'refund.mode': 'Insurance', 'pndt_report.month': '2026-01' }

/**
 * Inserts a value for each column that must have one, or that a check over several needs: the first word of a
 * check constraint's list, the key of the parent, or a value by type.
 */
async function insertOne(admin: Client, table: string, client: string): Promise<void> {
  if (table === 'client') return
  const { rows: columns } = await admin.query<{ name: string; type: string; word: string | null }>(
    `select a.attname as name, t.typname as type,
      (select (regexp_match(pg_get_constraintdef(k.oid), '''([a-zA-Z0-9][^'']*)'''))[1] from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] and t.typname = 'text'
          and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' order by k.oid limit 1) as word
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and not a.atthasdef
       and (a.attnotnull or pg_get_constraintdef((select k.oid from pg_constraint k where k.conrelid = a.attrelid
         and k.contype = 'c' and a.attnum = any (k.conkey) and cardinality(k.conkey) > 1
         order by k.oid limit 1)) like '%IS NOT NULL%')`,
    [table],
  )
  const values = columns.map(
    ({ name, type, word }) =>
      WORDS[`${table}.${name}`] ?? word ?? (name === 'client_id' ? client : sampleOf(name, type, client)),
  )
  const names = columns.map(({ name }) => escapeIdentifier(name))
  await admin.query(
    `insert into ${escapeIdentifier(table)} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    values,
  )
}

/** Uses the client's own id everywhere, so that a child finds its parent whatever its name. */
function sampleOf(name: string, type: string, client: string): unknown {
  const samples: Record<string, unknown> = {
    uuid: client,
    int2: 1,
    int4: 1,
    int8: 1,
    numeric: 1,
    bool: true,
    bytea: Buffer.alloc(32, 'a'),
    timestamptz: new Date(0),
    date: '2026-01-01',
    jsonb: '{}',
    text: 'a',
  }
  // A hash is written as 64 hexadecimal digits.
  if (name === 'sha256' && type === 'text') return 'a'.repeat(64)
  // A point of P-256, uncompressed.
  if (name === 'public_key') return Buffer.alloc(65, 'a')
  // An end is after its start.
  if (name === 'end_dt') return new Date(60_000)
  if (type in samples) return samples[type]
  if (type.startsWith('_')) return []
  throw new Error(`Add a sample for the type ${type} of ${name}.`)
}
