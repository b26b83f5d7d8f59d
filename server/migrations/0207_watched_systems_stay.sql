-- A system that is watched is not forgotten, however long it is silent (docs/decisions/322): it is the longest silence
-- that must stay on the desk, and its setting with it. Otherwise as in 0196.

create or replace function entry.drop_old_exchange_peers(p_before timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n int;
begin
  with old as (
    select p.client_id, p.id from public.exchange_peer p
    where p.last_at < p_before and p.silent_after_hours is null
      and not exists (select 1 from public.exchange e where e.client_id = p.client_id and e.peer_id = p.id)
      and not exists (select 1 from public.exchange_hour h where h.client_id = p.client_id and h.peer_id = p.id)
    limit p_limit
    for update skip locked)
  delete from public.exchange_peer t using old where t.client_id = old.client_id and t.id = old.id;
  get diagnostics n = row_count;
  return n;
end $$;
