-- A stream tells only of scopes that its person holds, so each look at whether it may go on reads the person's rights too.
-- What is asked counts as no use of the session, as before. What older processes read of it is still there.
drop function entry.find_listener(bytea, timestamptz, interval);
create function entry.find_listener(p_token_hash bytea, p_at timestamptz, p_idle interval)
returns table (session_id uuid, client_id uuid, user_id uuid, device_id uuid, name text, user_type text,
  modules text[], main_modules text[], branch_ids uuid[], is_client_admin boolean, is_doctor boolean,
  is_clinic_doctor boolean, can_sign boolean, is_ref_doctor boolean, ref_doctor_type text, can_create_branch boolean,
  pacs_used text, sales_report text, sales_invoice text, allowed_ips text[], expires timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.session_id, s.client_id, s.user_id, s.device_id, u.name, u.user_type,
    case when r.active then r.modules else '{}' end, c.main_modules, u.branch_ids, u.is_client_admin, u.is_doctor,
    u.is_clinic_doctor, u.can_sign, u.is_ref_doctor, u.ref_doctor_type,
    u.can_create_branch or (u.is_client_admin and c.can_create_branch),
    c.pacs_used, r.sales_report, r.sales_invoice, u.allowed_ips, s.expires
  from entry.session s
  join public.app_user u on u.client_id = s.client_id and u.id = s.user_id
  join public.client c on c.id = s.client_id
  join public.role r on r.client_id = u.client_id and r.id = u.role_id
  where s.token_hash = p_token_hash and s.revoked is null and s.expires > p_at and s.last_seen > p_at - p_idle
    and u.active and c.active
    and not exists (select from public.device d
      where d.client_id = s.client_id and d.id = s.device_id and d.user_id = s.user_id and d.revoked is not null)
$$;
revoke all on function entry.find_listener(bytea, timestamptz, interval) from public;
grant execute on function entry.find_listener(bytea, timestamptz, interval) to readroom_app;
