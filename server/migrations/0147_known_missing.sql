-- Numbers that stand on two papers: a command that a restored backup lost came back and another record bore its number by
-- then (docs/decisions/275). `no` is on the paper of `printed`, whose record bears `now`; `no` is another record's today.
create table number_twice (
  client_id uuid not null references client (id),
  branch_id uuid not null,
  kind text not null,
  no text not null,
  command_id uuid not null,
  -- When the server first acknowledged the command: its paper is of then.
  printed timestamptz not null,
  now text not null,
  primary key (client_id, kind, branch_id, no, command_id)
);
create index number_twice_by_now on number_twice (client_id, kind, branch_id, now);
create index number_twice_by_command on number_twice (client_id, command_id);

alter table number_twice enable row level security;
alter table number_twice force row level security;
create policy tenant on number_twice
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on number_twice to readroom_app;

-- What was done online and is never queued (a refund, a user, a setting) comes back by no device; the server's signed notes
-- of it name what is missing (docs/decisions/274): [{action, type, id}].
alter table restored_command
  add column is_live boolean not null default false,
  add column acts jsonb not null default '[]';
