import { Client } from 'pg'
import { type Logins, MIGRATION_LOGIN, POOL_LOGIN } from './logins.ts'

/** The application's database in the embedded cluster. */
export const DATABASE = 'readroom'

/** Runs as the superuser of a cluster, on its own connection. */
export async function asSuperuser(adminUrl: string, run: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  // A connection that drops is reported by the query that used it.
  client.on('error', () => {})
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Creates the roles, the two logins and the database of the embedded cluster if they are missing, and sets the logins'
 * passwords. In a database of an older version the pool's login owned it and could become the owner of the tables: its
 * possessions go to the migration login, and its membership ends.
 */
export async function prepareLogins(
  adminUrl: string,
  logins: Logins,
  inDatabase: (name: string) => string,
): Promise<void> {
  let isOlder = false
  await asSuperuser(adminUrl, async (client) => {
    await client.query(rolesAnd(logins))
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [DATABASE],
    )
    if (rows[0] === undefined) await client.query(`create database ${DATABASE} owner ${MIGRATION_LOGIN}`)
    isOlder = rows[0]?.owner === POOL_LOGIN
  })
  if (isOlder)
    await asSuperuser(inDatabase(DATABASE), async (client) => {
      await client.query(`reassign owned by ${POOL_LOGIN} to ${MIGRATION_LOGIN}`)
    })
}

const rolesAnd = (logins: Logins) => `do $$
  declare name text;
  begin
    foreach name in array array['readroom_owner', 'readroom_app', 'readroom_platform'] loop
      if not exists (select from pg_roles where rolname = name) then execute format('create role %I nologin', name); end if;
    end loop;
    foreach name in array array['${POOL_LOGIN}', '${MIGRATION_LOGIN}'] loop
      if not exists (select from pg_roles where rolname = name) then execute format('create role %I login', name); end if;
    end loop;
  end $$;
  alter role ${POOL_LOGIN} login noinherit nosuperuser nobypassrls nocreaterole nocreatedb noreplication
    password '${logins[POOL_LOGIN]}';
  alter role ${MIGRATION_LOGIN} login nosuperuser nobypassrls nocreaterole nocreatedb noreplication
    password '${logins[MIGRATION_LOGIN]}';
  revoke readroom_owner from ${POOL_LOGIN};
  grant readroom_app, readroom_platform to ${POOL_LOGIN};
  grant readroom_owner to ${MIGRATION_LOGIN} with admin option;
  grant readroom_app, readroom_platform to ${MIGRATION_LOGIN} with admin option`
