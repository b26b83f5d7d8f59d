-- What reading an examination of the service counts, in points of the client's own.
alter table service add column points numeric(6,2) not null default 0 check (points >= 0);

-- What a point is worth for a reader, in the client's currency. Who changed it stands in the audit trail.
create table reader_rate (
  client_id uuid not null references client (id),
  doctor_id uuid not null,
  rate numeric(14,3) not null check (rate >= 0),
  set_on timestamptz not null,
  set_by uuid not null,
  primary key (client_id, doctor_id),
  foreign key (client_id, doctor_id) references app_user (client_id, id)
);

-- Each row is one version of a reader's closed month: its totals as they were when it was closed. Opening it again writes
-- who, when and why into the row; closing again adds the next version.
create table reader_payout (
  client_id uuid not null references client (id),
  id uuid not null,
  doctor_id uuid not null,
  -- The first day of the month.
  month date not null check (month = date_trunc('month', month)::date),
  version int not null check (version > 0),
  exams int not null,
  points numeric(12,2) not null,
  rate numeric(14,3) not null,
  amount numeric(14,3) not null,
  -- Over the examinations.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  closed_on timestamptz not null,
  closed_by uuid not null,
  reopened_on timestamptz,
  reopened_by uuid,
  reopen_reason text not null default '',
  primary key (client_id, id),
  foreign key (client_id, doctor_id) references app_user (client_id, id),
  check ((reopened_on is null) = (reopened_by is null)),
  check ((reopened_on is null) = (reopen_reason = ''))
);
create unique index reader_payout_version on reader_payout (client_id, doctor_id, month, version);
create unique index reader_payout_closed on reader_payout (client_id, doctor_id, month) where reopened_on is null;
create index reader_payout_month on reader_payout (client_id, month);

do $$
declare name text;
begin
  foreach name in array array['reader_rate', 'reader_payout'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I
      using (client_id = nullif(current_setting(''app.client_id'', true), '''')::uuid)
      with check (client_id = nullif(current_setting(''app.client_id'', true), '''')::uuid)', name);
  end loop;
end $$;
grant select, insert, update on reader_rate to readroom_app;
grant select, insert, update (reopened_on, reopened_by, reopen_reason) on reader_payout to readroom_app;
