-- The patient as the form showed them: a corrected name does not change what was signed.
alter table patient_consent add column patient jsonb not null default '{}';

-- One link of a form and visit is in force: a new one takes the earlier back.
create unique index consent_link_in_force on consent_link (client_id, visit_id, consent_form_id)
  where revoked_on is null;

-- The link that a secret opens for this form, before its client is known. One that is over, taken back or of another form
-- is answered as one that never was.
create function entry.find_consent_link(p_hash bytea, p_form uuid, p_at timestamptz)
returns table (client_id uuid, link_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.client_id, l.id
  from public.consent_link l
  join public.client c on c.id = l.client_id
  where l.token_hash = p_hash and l.consent_form_id = p_form
    and l.revoked_on is null and l.expires > p_at and c.active and 'consent_forms' = any (c.main_modules)
$$;
revoke all on function entry.find_consent_link(bytea, uuid, timestamptz) from public;
grant execute on function entry.find_consent_link(bytea, uuid, timestamptz) to readroom_app;

-- What is withdrawn is withdrawn once.
create unique index patient_consent_withdrawn on patient_consent (client_id, withdraws_id) where withdraws_id is not null;
