-- Polling of image servers: several server processes share the work, each server is polled by one of them at a time.

alter table pacs
  -- The process that polls it, and until when it may without renewing its claim.
  add column poller_id uuid,
  add column claimed_until timestamptz,
  -- When all that stood on the server at first contact had been taken over: what is new from then on has just arrived.
  add column backlog_done timestamptz;

-- Claims every pollable server that nobody holds and renews those that the poller holds; answers what it holds now.
-- Leases run by the database's clock: those of the processes may differ.
create function entry.claim_pacs(p_poller uuid, p_lease interval) returns table (client_id uuid, pacs_id uuid)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with claimable as (
    select p.client_id, p.id from public.pacs p
    join public.client c on c.id = p.client_id
    where p.active and c.active and p.type in ('Basic', 'Premium')
      and (p.poller_id = p_poller or p.claimed_until is null or p.claimed_until < clock_timestamp())
    for update of p skip locked)
  update public.pacs p set poller_id = p_poller, claimed_until = clock_timestamp() + p_lease
  from claimable o where p.client_id = o.client_id and p.id = o.id
  returning p.client_id, p.id
$$;

-- Gives back what the poller holds, so that another process takes over at once.
create function entry.release_pacs(p_poller uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.pacs set poller_id = null, claimed_until = null where poller_id = p_poller
$$;

revoke all on function entry.claim_pacs(uuid, interval) from public;
revoke all on function entry.release_pacs(uuid) from public;
grant execute on function entry.claim_pacs(uuid, interval) to readroom_app;
grant execute on function entry.release_pacs(uuid) to readroom_app;
