-- Examinations that a report asks for: what, and when it is due. What answers one (a study, a booking) is asked of studies and
-- visits whenever it is read and is not kept here, so that a merge, an unlinked study or a cancelled visit never leaves it
-- wrong (docs/decisions/336).
create table follow_up (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  -- The study in whose report it stands; patient and branch are those of the study.
  study_id uuid not null,
  modality text not null,
  -- The codes of studies and services that answer it.
  modalities text[] not null,
  -- Parts of the body (domain/follow-up/named-regions.ts); empty where any part answers.
  regions text[] not null default '{}',
  what text not null,
  after text not null,
  -- The sentence of the report.
  words text not null default '',
  due_on date not null,
  due_to date not null check (due_to >= due_on),
  counts_from date not null,
  set_by_id uuid not null,
  set_on timestamptz not null,
  -- By a person.
  close_reason text check (close_reason in ('Done_Elsewhere', 'Booked_Otherwise', 'Not_Needed', 'Declined', 'Not_Reached',
    'Died', 'Other')),
  close_note text not null default '',
  closed_by_id uuid,
  closed_on timestamptz,
  primary key (client_id, id),
  foreign key (client_id, study_id) references study (client_id, id),
  check ((closed_on is null) = (close_reason is null))
);
create index follow_up_by_study on follow_up (client_id, study_id);
create index follow_up_open on follow_up (client_id, due_on, id) where closed_on is null;
alter table follow_up enable row level security;
alter table follow_up force row level security;
create policy tenant on follow_up
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update on follow_up to readroom_app;
