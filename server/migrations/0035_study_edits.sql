-- Corrections of patient and study with what stood there before, and rows that share the images of one DICOM study.

-- Beside the audit trail, whose detail holds no patient data. Only grows.
create table study_edit (
  client_id uuid not null references client (id),
  id uuid not null,
  study_id uuid not null,
  study_rev int not null,
  before jsonb not null,
  after jsonb not null,
  edited_by uuid not null,
  edited_on timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, study_id) references study (client_id, id)
);
create index study_edit_by_study on study_edit (client_id, study_id, edited_on desc);
alter table study_edit enable row level security;
create policy tenant on study_edit
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on study_edit to readroom_app;

-- A study that was split shares its UID with the row split from it; what arrives finds the first row only.
drop index study_by_iuid;
create unique index study_by_iuid on study (client_id, study_iuid) where split_from_id is null;
create index study_by_any_iuid on study (client_id, study_iuid);

