-- Sessions of patients that said whose results they are: the date of birth is asked before any is shown.
create table portal_proof (
  client_id uuid not null references client (id),
  session_id uuid not null,
  user_id uuid not null,
  proven timestamptz not null,
  primary key (client_id, session_id)
);

-- What a referrer's patients are found by.
create index visit_by_ref_dr on visit (client_id, ref_dr_id) where ref_dr_id is not null;
create index visit_by_ref_hospital on visit (client_id, ref_hospital_id) where ref_hospital_id is not null;
create index visit_by_other_ref_drs on visit using gin (other_ref_dr_ids);

alter table portal_proof enable row level security;
create policy tenant on portal_proof
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on portal_proof to readroom_app;
