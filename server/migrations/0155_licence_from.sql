-- As in 0048, and the first day of use is the client's own: the day that a licence's end is judged by is half a day behind.
create function entry.activate_licence(p_client uuid, p_key text, p_day date, p_from date)
returns table (name text, expired_on date)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with used as (
    update public.licence l set used_by = p_client, using_from_date = coalesce(l.using_from_date, p_from), rev = l.rev + 1
    where l.licence_key = p_key and l.active and l.hidden is null and l.expired_on >= p_day
      and (l.used_by is null or l.used_by = p_client)
    returning l.name, l.expired_on, l.main_module_ids),
  given as (
    update public.client c set main_modules = used.main_module_ids, rev = c.rev + 1
    from used where c.id = p_client and cardinality(used.main_module_ids) > 0)
  select used.name, used.expired_on from used
$$;
revoke all on function entry.activate_licence(uuid, text, date, date) from public;
grant execute on function entry.activate_licence(uuid, text, date, date) to readroom_app;
drop function entry.activate_licence(uuid, text, date);
