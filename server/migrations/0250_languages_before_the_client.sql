-- The language of pages that are opened before their client is known (docs/languages.md); null where nobody chose.

create function entry.que_screen_language(p_uid text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select b.patient_language from entry.find_que_screen(p_uid) s
  join public.branch b on b.client_id = s.client_id and b.id = s.branch_id
$$;

-- Of the branch alone: the check of a report is read by anybody who has the paper.
create function entry.branch_language_of_study(p_client uuid, p_study uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select b.patient_language from public.study s
  join public.branch b on b.client_id = s.client_id and b.id = s.branch_id
  where s.client_id = p_client and s.id = p_study
$$;

-- A patient's own, else that of the branch of the last visit, else of the last study.
create function entry.language_of_patient(p_client uuid, p_user uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(p.language,
    (select b.patient_language from public.visit v
      join public.branch b on b.client_id = v.client_id and b.id = v.branch_id
      where v.client_id = p.client_id and v.patient_id = p.id order by v.start_dt desc, v.id desc limit 1),
    (select b.patient_language from public.study s
      join public.branch b on b.client_id = s.client_id and b.id = s.branch_id
      where s.client_id = p.client_id and s.patient_id = p.id and s.hidden is null
      order by s.study_datetime desc, s.id desc limit 1))
  from public.patient p where p.client_id = p_client and p.user_id = p_user and p.hidden is null limit 1
$$;

revoke all on function entry.que_screen_language(text) from public;
revoke all on function entry.branch_language_of_study(uuid, uuid) from public;
revoke all on function entry.language_of_patient(uuid, uuid) from public;
grant execute on function entry.que_screen_language(text) to readroom_app;
grant execute on function entry.branch_language_of_study(uuid, uuid) to readroom_app;
grant execute on function entry.language_of_patient(uuid, uuid) to readroom_app;
