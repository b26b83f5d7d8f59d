-- The interface desk (docs/decisions/317): what became of an exchange that a person had handled again is found by the
-- first one, and other systems that were not heard for as long as sums are kept are forgotten, so that new names find a place.

create index exchange_replays on exchange (client_id, replay_of) where replay_of is not null;

-- As its rows and sums: the function below is its owner's and asks for no client.
alter table exchange_peer no force row level security;

create function entry.drop_old_exchange_peers(p_before timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n int;
begin
  with old as (
    select p.client_id, p.id from public.exchange_peer p
    where p.last_at < p_before
      and not exists (select 1 from public.exchange e where e.client_id = p.client_id and e.peer_id = p.id)
      and not exists (select 1 from public.exchange_hour h where h.client_id = p.client_id and h.peer_id = p.id)
    limit p_limit
    for update skip locked)
  delete from public.exchange_peer t using old where t.client_id = old.client_id and t.id = old.id;
  get diagnostics n = row_count;
  return n;
end $$;

revoke all on function entry.drop_old_exchange_peers(timestamptz, int) from public;
grant execute on function entry.drop_old_exchange_peers(timestamptz, int) to readroom_app;
