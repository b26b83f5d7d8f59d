import { type Client, escapeLiteral } from 'pg'

const PREPARE = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'readroom_owner') then create role readroom_owner nologin; end if;
    if not exists (select from pg_roles where rolname = 'readroom_app') then create role readroom_app nologin; end if;
    if not exists (select from pg_roles where rolname = 'readroom_platform') then create role readroom_platform nologin; end if;
  exception
    -- Another database of the same cluster was first: roles are shared by all of them.
    when duplicate_object or unique_violation then null;
  end $$;
  do $$ begin
    -- From 16 on, who made a role is its member but may not take it.
    if not pg_has_role(current_user, 'readroom_owner',
      case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
    then execute format('grant readroom_owner to %I', current_user); end if;
    execute format('grant create, connect on database %I to readroom_owner', current_database());
  end $$;
  grant usage on schema public to readroom_app, readroom_platform;
  grant usage, create on schema public to readroom_owner;
`
const letPoolIn = (login: string) => `
  do $$
  declare role text;
  begin
    foreach role in array array['readroom_app', 'readroom_platform'] loop
      if not pg_has_role(${escapeLiteral(login)}, role, 'member')
      then execute format('grant %I to %I', role, ${escapeLiteral(login)}); end if;
    end loop;
  end $$;`
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Creates the roles readroom_owner (owns the tables), readroom_app (runs queries) and readroom_platform (reads and
 * writes the platform's own tables) if they are missing; lets the migration login take the first and `poolLogin` the
 * others. If the login lacks the rights, throws with what an administrator must run once.
 */
export async function prepareRoles(client: Client, poolLogin: string | undefined): Promise<void> {
  try {
    await client.query(PREPARE)
    if (poolLogin !== undefined) await client.query(letPoolIn(poolLogin))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error
    throw new Error(
      `The login of READROOM_MIGRATION_URL may not prepare its roles (${error.message}). An administrator runs once, for that login M, the login ${poolLogin ?? 'P'} of DATABASE_URL and their database D: create role readroom_owner; create role readroom_app; create role readroom_platform; grant readroom_owner to M; grant readroom_app, readroom_platform to ${poolLogin ?? 'P'}; alter database D owner to M.`,
      { cause: error },
    )
  }
}
