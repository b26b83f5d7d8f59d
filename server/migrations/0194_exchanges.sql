-- What goes in and out by the interfaces of a client (docs/decisions/316): one row a message, poll or question. What
-- finds nothing again is one row a peer and hour. The content is sealed to the server's key.

-- Who is on the other side, by kind of traffic and name.
create table exchange_peer (
  client_id uuid not null references client (id),
  id uuid not null,
  kind text not null,
  name text not null,
  first_contact timestamptz(3) not null,
  -- When the other side was last heard: of a poll only one that was answered counts.
  last_contact timestamptz(3),
  last_at timestamptz(3) not null,
  last_outcome text not null,
  last_reason text not null default '',
  primary key (client_id, id)
);
create unique index exchange_peer_by_name on exchange_peer (client_id, kind, name);

create table exchange (
  client_id uuid not null references client (id),
  id uuid not null,
  peer_id uuid not null,
  kind text not null,
  -- Of a folded row the first and the last time, and how many it stands for.
  at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  times int not null default 1,
  outcome text not null check (outcome in ('ok', 'repeat', 'refused', 'failed')),
  code text not null default '',
  reason text not null default '',
  -- The longest of a folded row.
  duration_ms int not null default 0,
  bytes int not null default 0,
  -- How many studies came, or how many items a question was answered with.
  found int,
  pat_id text not null default '',
  accession_no text not null default '',
  order_no text not null default '',
  control_id text not null default '',
  -- Every number that it can be found by, in capitals.
  marks text[] not null default '{}',
  subject_type text not null default '',
  subject_id uuid,
  fold_key text,
  -- Sealed; null where it was not kept or is kept no longer.
  raw text,
  replay_of uuid,
  replayed_by uuid,
  primary key (client_id, id),
  foreign key (client_id, peer_id) references exchange_peer (client_id, id)
);
create index exchange_by_time on exchange (client_id, last_at desc, id desc);
create index exchange_by_peer on exchange (client_id, peer_id, last_at desc);
create unique index exchange_fold on exchange (client_id, fold_key) where fold_key is not null;
create index exchange_marks on exchange using gin (marks);
create index exchange_age on exchange (last_at);
create index exchange_raw_age on exchange (last_at) where raw is not null;

-- Sums of an hour: charts, and the intervals at which a peer is usually heard.
create table exchange_hour (
  client_id uuid not null references client (id),
  peer_id uuid not null,
  hour timestamptz(0) not null,
  total int not null default 0,
  bad int not null default 0,
  bytes bigint not null default 0,
  -- Of what was heard of the peer; null where nothing was.
  first_heard timestamptz(3),
  last_heard timestamptz(3),
  -- The longest time between two of them inside the hour, in seconds.
  longest_gap int not null default 0,
  primary key (client_id, peer_id, hour),
  foreign key (client_id, peer_id) references exchange_peer (client_id, id)
);
create index exchange_hour_by_time on exchange_hour (client_id, hour);
create index exchange_hour_age on exchange_hour (hour);

do $$
declare t text;
begin
  foreach t in array array['exchange_peer', 'exchange', 'exchange_hour'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update, delete on %I to readroom_app', t);
  end loop;
end $$;
alter table exchange_peer force row level security;

-- Forgets content older than one moment and rows older than another, at most so many of each; answers how many.
create function entry.drop_old_exchanges(p_raw_before timestamptz, p_before timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n int; m int;
begin
  with old as (select client_id, id from public.exchange where raw is not null and last_at < p_raw_before limit p_limit)
  update public.exchange t set raw = null from old where t.client_id = old.client_id and t.id = old.id;
  get diagnostics n = row_count;
  with old as (select client_id, id from public.exchange where last_at < p_before limit p_limit)
  delete from public.exchange t using old where t.client_id = old.client_id and t.id = old.id;
  get diagnostics m = row_count;
  return greatest(n, m);
end $$;

create function entry.drop_old_exchange_hours(p_before timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n int;
begin
  with old as (select client_id, peer_id, hour from public.exchange_hour where hour < p_before limit p_limit)
  delete from public.exchange_hour t using old
    where t.client_id = old.client_id and t.peer_id = old.peer_id and t.hour = old.hour;
  get diagnostics n = row_count;
  return n;
end $$;

revoke all on function entry.drop_old_exchanges(timestamptz, timestamptz, int) from public;
revoke all on function entry.drop_old_exchange_hours(timestamptz, int) from public;
grant execute on function entry.drop_old_exchanges(timestamptz, timestamptz, int) to readroom_app;
grant execute on function entry.drop_old_exchange_hours(timestamptz, int) to readroom_app;
