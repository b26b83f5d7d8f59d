-- Each row is one version of a locked month of a branch: its totals as they were when it was locked. Unlocking writes who,
-- when and why into the row; locking again adds the next version.
create table month_lock (
  client_id uuid not null references client (id),
  id uuid not null,
  branch_id uuid not null,
  -- The first day of the month.
  month date not null check (month = date_trunc('month', month)::date),
  version int not null check (version > 0),
  totals jsonb not null,
  -- Movements of money in the month, and the SHA-256 over them.
  rows int not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  locked_on timestamptz not null,
  locked_by uuid not null,
  unlocked_on timestamptz,
  unlocked_by uuid,
  unlock_reason text not null default '',
  primary key (client_id, id),
  foreign key (client_id, branch_id) references branch (client_id, id),
  check ((unlocked_on is null) = (unlocked_by is null)),
  check ((unlocked_on is null) = (unlock_reason = ''))
);
create unique index month_lock_version on month_lock (client_id, branch_id, month, version);
create unique index month_lock_open on month_lock (client_id, branch_id, month) where unlocked_on is null;
alter table month_lock enable row level security;
create policy tenant on month_lock
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update (unlocked_on, unlocked_by, unlock_reason) on month_lock to readroom_app;
