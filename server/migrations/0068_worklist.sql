-- Which client a modality asks when it calls this application entity title (DICOM Modality Worklist). A title that two
-- clients took is nobody's: no modality is ever shown the patients of another house.
create index client_setting_mwl_aet on client_setting (mwl_aet) where mwl_aet <> '';

create function entry.find_worklist_client(called text) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (array_agg(s.client_id))[1] from public.client_setting s join public.client c on c.id = s.client_id
  where s.mwl_aet = called and called <> '' and c.active and c.hidden is null
    and 'appointment_system' = any(c.main_modules)
  having count(*) = 1
$$;
revoke all on function entry.find_worklist_client(text) from public;
grant execute on function entry.find_worklist_client(text) to readroom_app;

-- A secret of 256 random bits needs no constraint to be unique; keys lead with the client (STACK.md "tenants").
drop index consent_link_by_token;
create index consent_link_by_token on consent_link (token_hash);
