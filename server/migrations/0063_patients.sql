-- Patients: what their search needs beside 0060, and the switch of their form among a session's fields.

-- Exact numbers whatever their case: what was printed on a card is typed as it is read.
create index patient_by_pat_id_text on patient (client_id, upper(pat_id));
-- The first digits of a number find it while it is being typed.
create index patient_by_mobile_start on patient (client_id, mobile text_pattern_ops) where hidden is null;
-- The records that were merged into one: their numbers still find it.
create index patient_by_merged_into on patient (client_id, merged_into_id) where merged_into_id is not null;
create index patient_to_merge on patient (client_id, touched desc, id desc) where needs_merge and hidden is null;

-- A merge moves a consent to the record that stays, and an un-merge moves it back: whose it is, and nothing of what was
-- signed.
grant update (patient_id, rev) on patient_consent to readroom_app;

-- What the desk's forms need to know of the client's settings before anything is asked.
create function entry.desk_fields(p_client uuid)
returns table (use_ssn_passport_as_pat_id boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select s.use_ssn_passport_as_pat_id from public.client_setting s where s.client_id = p_client), false)
$$;
revoke all on function entry.desk_fields(uuid) from public;
grant execute on function entry.desk_fields(uuid) to readroom_app;
