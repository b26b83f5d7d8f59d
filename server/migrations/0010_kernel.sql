-- What the kernel needs beside the tables of 0001: doors for streams, jobs and settings, the feed's horizon, job queue.

-- As in 0004, and a session of a device that was revoked is over too.
create or replace function entry.find_caller(p_token_hash bytea, p_at timestamptz, p_idle interval)
returns table (session_id uuid, client_id uuid, user_id uuid, device_id uuid, name text, user_type text,
  modules text[], main_modules text[], branch_ids uuid[], is_client_admin boolean, is_doctor boolean,
  can_sign boolean, is_ref_doctor boolean, ref_doctor_type text, allowed_ips text[], expires timestamptz)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with touched as (
    update entry.session t set last_seen = p_at
    where t.token_hash = p_token_hash and t.revoked is null and t.expires > p_at
      and t.last_seen > p_at - p_idle and t.last_seen < p_at - interval '1 minute'
  )
  select s.session_id, s.client_id, s.user_id, s.device_id, u.name, u.user_type,
    r.modules, c.main_modules, u.branch_ids, u.is_client_admin, u.is_doctor,
    u.can_sign, u.is_ref_doctor, u.ref_doctor_type, u.allowed_ips, s.expires
  from entry.session s
  join public.app_user u on u.client_id = s.client_id and u.id = s.user_id
  join public.client c on c.id = s.client_id
  join public.role r on r.client_id = u.client_id and r.id = u.role_id
  where s.token_hash = p_token_hash and s.revoked is null and s.expires > p_at and s.last_seen > p_at - p_idle
    and u.active and c.active
    and not exists (select from public.device d
      where d.client_id = s.client_id and d.id = s.device_id and d.user_id = s.user_id and d.revoked is not null)
$$;

-- Whether a session is open, without counting as its use: a stream that only listens keeps no session alive.
create function entry.is_session_open(p_token_hash bytea, p_at timestamptz, p_idle interval) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from entry.session s
    join public.app_user u on u.client_id = s.client_id and u.id = s.user_id
    join public.client c on c.id = s.client_id
    where s.token_hash = p_token_hash and s.revoked is null and s.expires > p_at and s.last_seen > p_at - p_idle
      and u.active and c.active
      and not exists (select from public.device d
        where d.client_id = s.client_id and d.id = s.device_id and d.user_id = s.user_id and d.revoked is not null))
$$;

-- A setting of the whole server (the epoch, the key of file links): made by whoever asks first, the same for all.
create function entry.get_setting(p_name text, p_first_value text) returns text
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into entry.server_setting (name, value) values (p_name, p_first_value) on conflict (name) do nothing;
  select value from entry.server_setting where name = p_name;
$$;

-- Positions below `floor` were dropped from the feed: a device that stands there fetches its copies anew.
alter table feed_head add column floor bigint not null default 0;
-- The feed grows in the order of time, so a block range index finds what is old for next to nothing.
create index change_feed_age on change_feed using brin (at);

-- Heads of the feeds of these clients, for pokes: positions only, no record is named.
create function entry.feed_heads(p_clients uuid[]) returns table (client_id uuid, pos bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select h.client_id, h.pos from public.feed_head h where h.client_id = any (p_clients)
$$;

-- Ageing over all clients, called by the daily job. A command that is too old loses its answer and stays as a
-- tombstone: its id can never run again, whatever the clock of the device says that sends it.
create function entry.age_commands(p_before timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with aged as (
    update public.command_log l set response = null, status = 410
    from (select client_id, id from public.command_log
      where not keep_for_ever and at < p_before and response is not null limit p_limit for update skip locked) o
    where l.client_id = o.client_id and l.id = o.id
    returning 1)
  select count(*)::int from aged
$$;
drop index command_log_age;
create index command_log_age on command_log (at) where not keep_for_ever and response is not null;

create function entry.drop_old_feed(p_before timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with old as (select f.client_id, f.pos from public.change_feed f where f.at < p_before limit p_limit),
  dropped as (
    delete from public.change_feed f using old where f.client_id = old.client_id and f.pos = old.pos
    returning f.client_id, f.pos),
  raised as (
    update public.feed_head h set floor = greatest(h.floor, d.pos)
    from (select client_id, max(pos) as pos from dropped group by client_id) d where h.client_id = d.client_id)
  select count(*)::int from dropped
$$;

create function entry.drop_old_sessions(p_before timestamptz) returns int
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with dropped as (delete from entry.session where expires < p_before returning 1) select count(*)::int from dropped
$$;

revoke all on all functions in schema entry from public;
grant execute on all functions in schema entry to readroom_app;

-- What was sent, before pictures were resized: a repeated upload is recognised by it.
alter table file add column source_sha256 bytea;

-- The job queue makes and upgrades its own tables here; they hold client ids and record ids only (DECISIONS "Tenants").
create schema pgboss;
grant usage, create on schema pgboss to readroom_app;
