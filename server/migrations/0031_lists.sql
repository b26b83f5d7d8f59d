-- A session says which of its client's switches are on: by them the lists offer a download and the longer CSV.
drop function entry.session_fields(uuid, uuid);
create function entry.session_fields(p_client uuid, p_user uuid)
returns table (client_id uuid, user_id uuid, name text, modules text[], main_modules text[], user_type text,
  country_id int, phone_code text, is_client_admin boolean, can_create_branch boolean, is_clinic_doctor boolean,
  is_doctor boolean, can_sign boolean, is_ref_doctor boolean, ref_doctor_type text, branch_ids uuid[],
  photo_file_id uuid, locale text, currency text, no_of_decimal int, archive_date_range text,
  view_image_only boolean, report_edit_type text, study_download boolean, extended_csv boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.client_id, u.id, u.name, r.modules, c.main_modules, u.user_type,
    c.country_id, c.phone_code, u.is_client_admin, u.can_create_branch, u.is_clinic_doctor,
    u.is_doctor, u.can_sign, u.is_ref_doctor, u.ref_doctor_type, u.branch_ids,
    u.photo_file_id, c.locale, c.currency, c.no_of_decimal, u.archive_date_range,
    u.view_image_only, c.report_edit_type,
    coalesce(s.study_download, false), coalesce(s.extended_csv, false)
  from public.app_user u
  join public.client c on c.id = u.client_id
  join public.role r on r.client_id = u.client_id and r.id = u.role_id
  left join public.client_setting s on s.client_id = u.client_id
  where u.client_id = p_client and u.id = p_user and u.active and c.active
$$;
revoke all on function entry.session_fields(uuid, uuid) from public;
grant execute on function entry.session_fields(uuid, uuid) to readroom_app;

-- The list of laboratory results goes by the day of the visit, over all branches or one.
create index visit_by_start on visit (client_id, start_dt desc, id desc);
