-- Form F (docs/form-f.md): what was true when a part was signed and when a scan began.

-- Doctors whom a branch's registration named until then: what they signed before it stands (docs/decisions/371).
create table pndt_left_doctor (
  client_id uuid not null references client (id),
  branch_id uuid not null,
  -- The line of the registration.
  doctor text not null,
  left_on timestamptz not null,
  primary key (client_id, branch_id, doctor),
  foreign key (client_id, branch_id) references branch (client_id, id)
);
alter table pndt_left_doctor enable row level security;
alter table pndt_left_doctor force row level security;
create policy tenant on pndt_left_doctor
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update on pndt_left_doctor to readroom_app;

-- As they were when the examination was last started or its scan begun at a branch where Form F applies; null before that.
alter table visit_service
  add column pndt_obstetric boolean,
  add column pndt_machine_id uuid,
  add column pndt_machine_no text;
