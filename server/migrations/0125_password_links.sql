-- Links by which people set their own password: nobody types another person's. Only a hash of the secret is kept.
create table entry.password_link (
  secret_hash bytea primary key,
  client_id uuid not null,
  user_id uuid not null,
  made timestamptz not null,
  expires timestamptz not null,
  ended timestamptz
);
create index password_link_by_user on entry.password_link (client_id, user_id) where ended is null;

-- A new link of a person ends the ones before it.
create function entry.put_password_link(p_secret_hash bytea, p_client uuid, p_user uuid, p_expires timestamptz,
  p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update entry.password_link set ended = p_at where client_id = p_client and user_id = p_user and ended is null;
  insert into entry.password_link (secret_hash, client_id, user_id, made, expires)
  values (p_secret_hash, p_client, p_user, p_at, p_expires);
$$;

-- Whose password a link sets; no row once it is used, over, replaced, or its person is switched off.
create function entry.find_password_link(p_secret_hash bytea, p_at timestamptz)
returns table (client_id uuid, user_id uuid, username text, name text, expires timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.client_id, l.user_id, u.username, u.name, l.expires
  from entry.password_link l
  join public.app_user u on u.client_id = l.client_id and u.id = l.user_id
  join public.client c on c.id = l.client_id
  where l.secret_hash = p_secret_hash and l.ended is null and l.expires > p_at
    and u.active and u.hidden is null and u.user_type <> 'PATIENT' and c.active
$$;

-- Sets the password once: of two who come with one link at the same moment the second finds it ended. The sessions of
-- the person end.
create function entry.use_password_link(p_secret_hash bytea, p_password_hash text, p_at timestamptz)
returns table (client_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  link record;
begin
  update entry.password_link l set ended = p_at
  where l.secret_hash = p_secret_hash and l.ended is null and l.expires > p_at
  returning l.client_id, l.user_id into link;
  if link.user_id is null then return; end if;
  update public.app_user u set password_hash = p_password_hash
  where u.client_id = link.client_id and u.id = link.user_id and u.active and u.hidden is null
    and u.user_type <> 'PATIENT';
  if not found then return; end if;
  update entry.session s set revoked = p_at
  where s.client_id = link.client_id and s.user_id = link.user_id and s.revoked is null;
  client_id := link.client_id; user_id := link.user_id;
  return next;
end $$;

-- Where a person may sign in from; empty allows every address. Asked after the password, before a session or a code.
create function entry.allowed_addresses(p_client uuid, p_user uuid) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.allowed_ips from public.app_user u where u.client_id = p_client and u.id = p_user
$$;

revoke all on function entry.put_password_link(bytea, uuid, uuid, timestamptz, timestamptz),
  entry.find_password_link(bytea, timestamptz), entry.use_password_link(bytea, text, timestamptz),
  entry.allowed_addresses(uuid, uuid) from public;
grant execute on function entry.put_password_link(bytea, uuid, uuid, timestamptz, timestamptz),
  entry.find_password_link(bytea, timestamptz), entry.use_password_link(bytea, text, timestamptz),
  entry.allowed_addresses(uuid, uuid) to readroom_app;
