-- Clients and licences as the platform's administrator keeps them.

-- The logo as the platform entered it; the client's own copy stands in company_detail.
alter table client add column logo_file_id uuid;

-- What a list of clients shows beside their rows: numbers, the licence, the administrator that the platform writes to,
-- and the AI body parts that were sold to them. Nothing of a patient.
drop function entry.count_of_clients();
create function entry.client_details(p_ids uuid[])
returns table (client_id uuid, pacs_count int, branches_count int, admin_id uuid, fname text, lname text, mobile text,
  email text, ai_bodyparts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id,
    (select count(*)::int from public.pacs p where p.client_id = c.id and p.hidden is null),
    (select count(*)::int from public.branch b where b.client_id = c.id and b.hidden is null),
    a.id, coalesce(a.fname, ''), coalesce(a.lname, ''), coalesce(a.mobile, ''), coalesce(a.email, ''),
    coalesce((select jsonb_agg(jsonb_build_object('bodypart_id', o.bodypart_id, 'ae_title', o.ae_title,
        'price', o.price, 'currency', o.currency, 'company', f.name, 'modality', p.modality, 'bodypart', p.bodypart)
        order by f.name, p.modality, p.bodypart, o.bodypart_id)
      from public.client_ai_bodypart o
      join public.ai_company_bodypart p on p.id = o.bodypart_id
      join public.ai_company f on f.id = p.company_id
      where o.client_id = c.id), '[]'::jsonb)
  from public.client c
  left join lateral (
    select u.id, u.fname, u.lname, u.mobile, u.email from public.app_user u
    where u.client_id = c.id and u.role_id = 2 and u.user_type = 'CLIENT' and u.hidden is null
    order by u.id = c.admin_user_id desc nulls last, u.created, u.id limit 1
  ) a on true
  where c.id = any(p_ids)
$$;
revoke all on function entry.client_details(uuid[]) from public;
grant execute on function entry.client_details(uuid[]) to readroom_platform;

-- Everybody of a client that was switched off is signed out, whatever comes later.
create function entry.revoke_client_sessions(p_client uuid, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update entry.session set revoked = p_at where client_id = p_client and revoked is null
$$;
revoke all on function entry.revoke_client_sessions(uuid, timestamptz) from public;
grant execute on function entry.revoke_client_sessions(uuid, timestamptz) to readroom_app;

-- As in 0047, and a licence that was switched off still counts as the client's: as one that is over.
drop function entry.licence_of(uuid);
create function entry.licence_of(p_client uuid)
returns table (id uuid, name text, no_of_branches int, no_of_doctors int, expired_on date, active boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.id, l.name, l.no_of_branches, l.no_of_doctors, l.expired_on, l.active
  from public.licence l where l.used_by = p_client and l.hidden is null
  order by l.active desc, l.expired_on desc, l.using_from_date desc, l.id desc limit 1
$$;
revoke all on function entry.licence_of(uuid) from public;
grant execute on function entry.licence_of(uuid) to readroom_app, readroom_platform;

-- As in 0047, and a licence that names no modules leaves the client those that it has.
create or replace function entry.activate_licence(p_client uuid, p_key text, p_day date)
returns table (name text, expired_on date)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with used as (
    update public.licence l set used_by = p_client, using_from_date = coalesce(l.using_from_date, p_day), rev = l.rev + 1
    where l.licence_key = p_key and l.active and l.hidden is null and l.expired_on >= p_day
      and (l.used_by is null or l.used_by = p_client)
    returning l.name, l.expired_on, l.main_module_ids),
  given as (
    update public.client c set main_modules = used.main_module_ids, rev = c.rev + 1
    from used where c.id = p_client and cardinality(used.main_module_ids) > 0)
  select used.name, used.expired_on from used
$$;
