-- The price that a line had on the list when it was booked: the referrer's, else the branch's, else the service's. Null for
-- lines that were booked before this was kept, and for lines of a package, whose price is the package's.
alter table visit_service add column list_charges numeric(14, 3) check (list_charges >= 0);
-- The percent that the discount head allowed when it was chosen; null for visits without a head, and for older ones.
alter table visit add column head_percent numeric(5, 2) check (head_percent between 0 and 100);

-- Why an entry of the leakage board is in order, or that it is open again. Rows are only added; the newest version counts.
-- The subject is a study, a service, a visit, a refund or a patient, as the line says.
create table leak_explanation (
  client_id uuid not null references client (id),
  line text not null,
  subject_id uuid not null,
  version int not null check (version > 0),
  -- Null for a study that no branch has claimed.
  branch_id uuid,
  act text not null check (act in ('Explained', 'Reopened')),
  -- Empty for an entry that was opened again.
  reason text not null,
  note text not null default '',
  -- What was at stake at that moment; null where the line has no amount.
  amount numeric(14, 3) check (amount >= 0),
  created timestamptz not null,
  created_by uuid not null,
  primary key (client_id, line, subject_id, version),
  foreign key (client_id, branch_id) references branch (client_id, id),
  foreign key (client_id, created_by) references app_user (client_id, id),
  check ((act = 'Explained') = (reason <> ''))
);
alter table leak_explanation enable row level security;
create policy tenant on leak_explanation
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on leak_explanation to readroom_app;
