import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#server/kernel/database/as-owner.ts'
import { POSTGRES_VERSIONS } from '#tests/helpers/database/postgres-versions.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'

interface Row {
  name: string
  forced: boolean
}

const TABLES = `select relname as name, relforcerowsecurity as forced from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity order by 1`
const IN_FUNCTIONS = `select distinct m[1] as name from pg_proc p, regexp_matches(p.prosrc, 'public\\.([a-z0-9_]+)', 'g') m
  where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'entry'::regnamespace)`
const IN_VIEWS = `select distinct c.relname as name from pg_depend d
  join pg_rewrite w on w.oid = d.objid and d.classid = 'pg_rewrite'::regclass
  join pg_class v on v.oid = w.ev_class and v.relkind = 'v' and not coalesce('security_invoker=true' = any (v.reloptions), false)
  join pg_class c on c.oid = d.refobjid and c.relkind in ('r', 'p')`

describe.each(POSTGRES_VERSIONS)('on PostgreSQL $version', ({ version, isHere }) => {
  let opened: TestDatabase
  let admin: Client

  beforeAll(async () => {
    if (!isHere) return
    opened = await openTestDatabase({ version })
    admin = new Client({ connectionString: opened.adminUrl })
    await admin.connect()
  })
  afterAll(async () => {
    if (!isHere) return
    await admin.end()
    await opened.close()
  })

  test.skipIf(!isHere)(
    `the owner passes row-level security only where a function or view of the owner must (PostgreSQL ${version})`,
    async () => {
      const namesOf = async (question: string) =>
        new Set((await admin.query<{ name: string }>(question)).rows.map(({ name }) => name))
      const [functions, views] = [await namesOf(IN_FUNCTIONS), await namesOf(IN_VIEWS)]
      const { rows } = await admin.query<Row>(TABLES)
      expect(rows.filter(({ forced }) => forced).length).toBeGreaterThan(50)
      for (const { name, forced } of rows)
        expect(
          { name, forced },
          `${name}: its migration says "alter table ${name} force row level security", or takes it away where a definer function reads it`,
        ).toEqual({ name, forced: !(functions.has(name) || views.has(name)) })
    },
  )

  test.skipIf(!isHere)(`the owner sees no row of a forced table (PostgreSQL ${version})`, async () => {
    await admin.query(
      `insert into client (id, name) values ('00000000-0000-7000-8000-00000000000a', 'A centre')`,
    )
    await admin.query(
      `insert into number_series (client_id, branch_id, kind) values ('00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b', 'visit')`,
    )
    const count = (client: Client) =>
      client.query<{ n: number }>('select count(*)::int as n from number_series')
    expect((await count(admin)).rows).toEqual([{ n: 1 }])
    expect((await asOwner(opened.migrationUrl, count)).rows).toEqual([{ n: 0 }])
  })
})
