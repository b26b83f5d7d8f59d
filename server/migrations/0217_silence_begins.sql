-- Silence counts from when a system was switched on or given another name, and not on days of rest (docs/decisions/341).
alter table exchange_peer
  -- Null where nothing but its messages says from when it counts.
  add column counts_from timestamptz(3),
  -- Days of the week that do not count, 0 (Sunday) to 6, on the calendar of each branch.
  add column rest_days smallint[] not null default '{}'
    check (rest_days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[] and cardinality(rest_days) < 7);

-- The only client that a port of other systems is used by; null where there are several. A connection that is ended before
-- anything of it is read names nobody.
create function entry.only_client_of_door(p_door text) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (array_agg(s.client_id))[1] from public.client_setting s join public.client c on c.id = s.client_id
  where c.active and c.hidden is null
    and case p_door when 'worklist' then s.mwl_aet <> '' when 'hl7_in' then s.hl7_facility <> '' else false end
  having count(*) = 1
$$;
revoke all on function entry.only_client_of_door(text) from public;
grant execute on function entry.only_client_of_door(text) to readroom_app;
