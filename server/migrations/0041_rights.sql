-- What a call is judged by, beside the permissions of the role: the client's main modules, who keeps its image servers,
-- the scopes of sales lists (spec 2 sections 2.3 and 6). A role that is switched off grants nothing.

alter table client
  add column pacs_used text not null default 'Self' check (pacs_used in ('Self', 'Admin')),
  add column can_create_branch boolean not null default true;

drop function entry.find_caller(bytea, timestamptz, interval);
create function entry.find_caller(p_token_hash bytea, p_at timestamptz, p_idle interval)
returns table (session_id uuid, client_id uuid, user_id uuid, device_id uuid, name text, user_type text,
  modules text[], main_modules text[], branch_ids uuid[], is_client_admin boolean, is_doctor boolean,
  is_clinic_doctor boolean, can_sign boolean, is_ref_doctor boolean, ref_doctor_type text, can_create_branch boolean,
  pacs_used text, sales_report text, sales_invoice text, allowed_ips text[], expires timestamptz)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with touched as (
    update entry.session t set last_seen = p_at
    where t.token_hash = p_token_hash and t.revoked is null and t.expires > p_at
      and t.last_seen > p_at - p_idle and t.last_seen < p_at - interval '1 minute'
  )
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

drop function entry.find_author(uuid, uuid, uuid);
create function entry.find_author(p_client uuid, p_device uuid, p_user uuid)
returns table (client_id uuid, user_id uuid, device_id uuid, name text, user_type text, modules text[],
  main_modules text[], branch_ids uuid[], is_client_admin boolean, is_doctor boolean, is_clinic_doctor boolean,
  can_sign boolean, is_ref_doctor boolean, ref_doctor_type text, can_create_branch boolean, pacs_used text,
  sales_report text, sales_invoice text, allowed_ips text[], is_active boolean, public_key bytea, revoked timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select d.client_id, d.user_id, d.id, u.name, u.user_type, case when r.active then r.modules else '{}' end,
    c.main_modules, u.branch_ids, u.is_client_admin, u.is_doctor, u.is_clinic_doctor,
    u.can_sign, u.is_ref_doctor, u.ref_doctor_type, u.can_create_branch or (u.is_client_admin and c.can_create_branch),
    c.pacs_used, r.sales_report, r.sales_invoice, u.allowed_ips,
    u.active and c.active, d.public_key, d.revoked
  from public.device d
  join public.app_user u on u.client_id = d.client_id and u.id = d.user_id
  join public.client c on c.id = d.client_id
  join public.role r on r.client_id = u.client_id and r.id = u.role_id
  where d.client_id = p_client and d.id = p_device and d.user_id = p_user
$$;

drop function entry.session_fields(uuid, uuid);
create function entry.session_fields(p_client uuid, p_user uuid)
returns table (client_id uuid, user_id uuid, name text, modules text[], main_modules text[], user_type text,
  country_id int, phone_code text, is_client_admin boolean, can_create_branch boolean, is_clinic_doctor boolean,
  is_doctor boolean, can_sign boolean, is_ref_doctor boolean, ref_doctor_type text, branch_ids uuid[],
  photo_file_id uuid, locale text, currency text, no_of_decimal int, archive_date_range text,
  view_image_only boolean, report_edit_type text, study_download boolean, extended_csv boolean, pacs_used text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.client_id, u.id, u.name, case when r.active then r.modules else '{}' end, c.main_modules, u.user_type,
    c.country_id, c.phone_code, u.is_client_admin, u.can_create_branch or (u.is_client_admin and c.can_create_branch),
    u.is_clinic_doctor, u.is_doctor, u.can_sign, u.is_ref_doctor, u.ref_doctor_type, u.branch_ids,
    u.photo_file_id, c.locale, c.currency, c.no_of_decimal, u.archive_date_range,
    u.view_image_only, c.report_edit_type,
    coalesce(s.study_download, false), coalesce(s.extended_csv, false), c.pacs_used
  from public.app_user u
  join public.client c on c.id = u.client_id
  join public.role r on r.client_id = u.client_id and r.id = u.role_id
  left join public.client_setting s on s.client_id = u.client_id
  where u.client_id = p_client and u.id = p_user and u.active and c.active
$$;

revoke all on function entry.find_caller(bytea, timestamptz, interval) from public;
revoke all on function entry.find_author(uuid, uuid, uuid) from public;
revoke all on function entry.session_fields(uuid, uuid) from public;
grant execute on function entry.find_caller(bytea, timestamptz, interval) to readroom_app;
grant execute on function entry.find_author(uuid, uuid, uuid) to readroom_app;
grant execute on function entry.session_fields(uuid, uuid) to readroom_app;
