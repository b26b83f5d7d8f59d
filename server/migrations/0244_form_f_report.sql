-- The monthly report of Form F to the Appropriate Authority (docs/form-f.md#the-monthly-report).

-- Since when Form F applies: reports are asked for from that month on. A branch at which it applied before counts from now.
alter table branch add column pndt_since timestamptz not null default now();

create table pndt_report (
  client_id uuid not null references client (id),
  branch_id uuid not null,
  -- YYYY-MM, on the branch's own clock.
  month text not null check (month ~ '^\d{4}-\d\d$'),
  -- Day, way and number as the person who sent it notes them; null while it is not sent.
  sent_on date,
  way text not null default '',
  reference text not null default '',
  noted_by uuid,
  noted_on timestamptz,
  -- What the desk was told of it last.
  told text not null default '' check (told in ('', 'due', 'overdue')),
  primary key (client_id, branch_id, month),
  foreign key (client_id, branch_id) references branch (client_id, id),
  foreign key (client_id, noted_by) references app_user (client_id, id)
);
alter table pndt_report enable row level security;
alter table pndt_report force row level security;
create policy tenant on pndt_report
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update on pndt_report to readroom_app;

-- Clients with a branch at which Form F applies.
create function entry.clients_with_form_f() returns table (client_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id from public.client c
  where c.active and 'consent_forms' = any (c.main_modules) and exists (select from public.branch b
    where b.client_id = c.id and b.pndt_applies and b.active and b.hidden is null)
$$;
revoke all on function entry.clients_with_form_f() from public;
grant execute on function entry.clients_with_form_f() to readroom_app;
