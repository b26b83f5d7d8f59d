import type { Client } from 'pg'

const PREPARE = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'readroom_owner') then create role readroom_owner nologin; end if;
    if not exists (select from pg_roles where rolname = 'readroom_app') then create role readroom_app nologin; end if;
    if not exists (select from pg_roles where rolname = 'readroom_platform') then create role readroom_platform nologin; end if;
  exception
    -- Another database of the same cluster was first: roles are shared by all of them.
    when duplicate_object or unique_violation then null;
  end $$;
  do $$
  declare
    role text;
    -- From 16 on, who made a role is its member but may not take it.
    taking text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
  begin
    foreach role in array array['readroom_owner', 'readroom_app', 'readroom_platform'] loop
      if not pg_has_role(current_user, role, taking) then execute format('grant %I to %I', role, current_user); end if;
    end loop;
    execute format('grant create, connect on database %I to readroom_owner', current_database());
  end $$;
  grant usage on schema public to readroom_app, readroom_platform;
  grant usage, create on schema public to readroom_owner;
`
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Makes the roles readroom_owner (owns the tables), readroom_app (what queries run as) and readroom_platform (what the
 * platform's own tables are read and written as) where they are missing, and lets the login user take them. Where the login may not, the message says what its administrator must run once.
 */
export async function prepareRoles(client: Client): Promise<void> {
  try {
    await client.query(PREPARE)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error
    throw new Error(
      `The database login may not prepare its roles (${error.message}). An administrator runs once, for the login user L and its database D: create role readroom_owner; create role readroom_app; create role readroom_platform; grant readroom_owner, readroom_app, readroom_platform to L; alter database D owner to L.`,
      { cause: error },
    )
  }
}
