-- What the engine of the masters asks past the rows of one client.

-- Every client that works: a change of the platform's records is brought into each one's feed.
create function entry.active_clients() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id from public.client c where c.active order by c.id
$$;

-- Where clients use a record that the platform owns: numbers alone, of nobody in particular.
create function entry.platform_record_uses(p_id uuid) returns table (noun text, n int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.noun, u.n from (
    select 'document' as noun, count(*)::int as n from public.study_document d where d.tag_id = p_id
    union all
    select 'machine', count(*)::int from public.machine m where m.department_id = p_id and m.hidden is null
    union all
    select 'service', count(*)::int from public.service s where s.department_id = p_id and s.hidden is null
    union all
    select 'user', count(*)::int from public.app_user a where a.department_id = p_id and a.hidden is null
  ) u where u.n > 0
$$;

revoke all on function entry.active_clients() from public;
revoke all on function entry.platform_record_uses(uuid) from public;
grant execute on function entry.active_clients() to readroom_app;
grant execute on function entry.platform_record_uses(uuid) to readroom_app;

-- A list of a master is in the order of names; the longest one by far holds a centre's services.
create index service_in_order on service (client_id, lower(name), id) where hidden is null;
