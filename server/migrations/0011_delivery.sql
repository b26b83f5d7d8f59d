-- Sealed delivery, taking commands back, devices and their keys (SYNC.md "Outbox", "Encryption and unlock").

-- A vault on a device of this client opens offline for so many days after the last contact.
alter table client add column vault_days int not null default 14 check (vault_days between 1 and 365);

-- What the device last said of itself, and the key that signs what it seals (ECDSA P-256, raw).
alter table device
  add column public_key bytea check (octet_length(public_key) = 65),
  add column waiting bigint not null default 0,
  add column needs_person bigint not null default 0,
  add column oldest_unsent timestamptz,
  add column storage_used bigint not null default 0,
  add column storage_granted bigint not null default 0,
  add column client_version text not null default '',
  add column repaired bigint not null default 0;

-- The data key of a vault, sealed to the server's key: worth nothing to who has the database alone.
create table device_key_escrow (
  client_id uuid not null references client (id),
  device_id uuid not null,
  user_id uuid not null,
  key_id uuid not null,
  sealed bytea not null,
  server_key_id text not null,
  at timestamptz not null,
  primary key (client_id, device_id, user_id, key_id),
  foreign key (client_id, device_id, user_id) references device (client_id, id, user_id)
);
alter table device_key_escrow enable row level security;
create policy tenant on device_key_escrow
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on device_key_escrow to readroom_app;

-- `status` 499 is a tombstone of its own: the command was taken back before it came, and never runs. Where another
-- command took its place, what depends on it waits for that one instead.
alter table command_log
  add column made_at timestamptz,
  add column skew_ms bigint,
  add column made_offline boolean not null default false,
  add column flags text[] not null default '{}',
  add column superseded_by uuid;

-- The author of sealed commands: as entry.find_caller gives the holder of a token, and what a signature is checked by.
-- Whether the author may is for the caller to judge, so a dismissed author and a revoked device are answered too.
create function entry.find_author(p_client uuid, p_device uuid, p_user uuid)
returns table (client_id uuid, user_id uuid, device_id uuid, name text, user_type text, modules text[],
  branch_ids uuid[], is_client_admin boolean, is_doctor boolean, can_sign boolean, allowed_ips text[],
  is_active boolean, public_key bytea, revoked timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select d.client_id, d.user_id, d.id, u.name, u.user_type, r.modules,
    u.branch_ids, u.is_client_admin, u.is_doctor, u.can_sign, u.allowed_ips,
    u.active and c.active, d.public_key, d.revoked
  from public.device d
  join public.app_user u on u.client_id = d.client_id and u.id = d.user_id
  join public.client c on c.id = d.client_id
  join public.role r on r.client_id = u.client_id and r.id = u.role_id
  where d.client_id = p_client and d.id = p_device and d.user_id = p_user
$$;

-- Whether this device was taken out of use for this person.
create function entry.is_device_revoked(p_client uuid, p_user uuid, p_device uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.device
    where client_id = p_client and user_id = p_user and id = p_device and revoked is not null)
$$;

-- The same by the token of a session, over or not: why a device that comes back is refused.
create function entry.is_token_of_revoked_device(p_token_hash bytea) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from entry.session s
    join public.device d on d.client_id = s.client_id and d.id = s.device_id and d.user_id = s.user_id
    where s.token_hash = p_token_hash and d.revoked is not null)
$$;

create function entry.revoke_device_sessions(p_client uuid, p_user uuid, p_device uuid, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update entry.session set revoked = p_at
  where client_id = p_client and user_id = p_user and device_id = p_device and revoked is null
$$;

-- When a session was opened: some things are given right after a sign-in only.
create function entry.session_opened(p_client uuid, p_user uuid, p_session uuid) returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select created from entry.session where client_id = p_client and user_id = p_user and session_id = p_session
$$;

-- The beginning of the window of a key that is over its limit (entry.take_try), without counting a try; else null.
create function entry.find_throttle(p_keys text[], p_limits int[], p_at timestamptz, p_window interval)
returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select max(f.since) from unnest(p_keys, p_limits) as l (key, most)
  join entry.sign_in_failure f on f.key = l.key
  where f.count > l.most and f.since > p_at - p_window
$$;

revoke all on all functions in schema entry from public;
grant execute on all functions in schema entry to readroom_app;
