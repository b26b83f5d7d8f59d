-- A link is exchanged for a short session of one browser; what it opens afterwards is asked for by that session.
create table entry.link_session (
  door uuid primary key,
  token_hash bytea not null,
  kind text not null check (kind in ('study', 'consent')),
  client_id uuid not null,
  link_id uuid not null,
  -- The hash of how the browser names itself: a token that another program sends opens nothing.
  browser bytea not null,
  expires timestamptz not null,
  -- When the question of who somebody is was answered.
  proven timestamptz
);
create index link_session_by_end on entry.link_session (expires);

create function entry.open_link_session(p_door uuid, p_token_hash bytea, p_kind text, p_client uuid, p_link uuid,
  p_browser bytea, p_at timestamptz, p_expires timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from entry.link_session where expires <= p_at;
  insert into entry.link_session (door, token_hash, kind, client_id, link_id, browser, expires)
  values (p_door, p_token_hash, p_kind, p_client, p_link, p_browser, p_expires);
$$;

create function entry.find_link_session(p_door uuid, p_token_hash bytea, p_kind text, p_browser bytea, p_at timestamptz)
returns table (client_id uuid, link_id uuid, is_proven boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.client_id, s.link_id, s.proven is not null from entry.link_session s
  where s.door = p_door and s.token_hash = p_token_hash and s.kind = p_kind and s.browser = p_browser
    and s.expires > p_at
$$;

create function entry.prove_link_session(p_door uuid, p_token_hash bytea, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update entry.link_session set proven = p_at where door = p_door and token_hash = p_token_hash and proven is null
$$;

revoke all on function entry.open_link_session(uuid, bytea, text, uuid, uuid, bytea, timestamptz, timestamptz) from public;
revoke all on function entry.find_link_session(uuid, bytea, text, bytea, timestamptz) from public;
revoke all on function entry.prove_link_session(uuid, bytea, timestamptz) from public;
grant execute on function entry.open_link_session(uuid, bytea, text, uuid, uuid, bytea, timestamptz, timestamptz) to readroom_app;
grant execute on function entry.find_link_session(uuid, bytea, text, bytea, timestamptz) to readroom_app;
grant execute on function entry.prove_link_session(uuid, bytea, timestamptz) to readroom_app;

-- When a link was opened and from where, in coarse words, for who made it.
create table link_opening (
  client_id uuid not null references client (id),
  id uuid not null,
  link_id uuid not null,
  kind text not null check (kind in ('study', 'consent')),
  opened timestamptz not null,
  place text not null,
  primary key (client_id, id)
);
create index link_opening_by_link on link_opening (client_id, link_id, opened desc);
alter table link_opening enable row level security;
alter table link_opening force row level security;
create policy tenant on link_opening
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on link_opening to readroom_app;
