-- Time zones of the branches that a person sees: a session says times of a branch in its zone, whatever the reader's is.
create function entry.branch_zones(p_client uuid, p_user uuid)
returns table (id uuid, time_zone text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select b.id, b.time_zone
  from public.app_user u
  join public.branch b on b.client_id = u.client_id and b.hidden is null
    and (cardinality(u.branch_ids) = 0 or b.id = any(u.branch_ids))
  where u.client_id = p_client and u.id = p_user
$$;
revoke all on function entry.branch_zones(uuid, uuid) from public;
grant execute on function entry.branch_zones(uuid, uuid) to readroom_app;
