-- Cash of a drawer as it was counted, before its person was told what is recorded. Rows are only added: what was counted
-- first stands beside the count that the day was closed with.
create table day_count (
  client_id uuid not null references client (id),
  id uuid not null,
  branch_id uuid not null,
  -- Whose drawer.
  user_id uuid not null,
  day date not null,
  counted_cash numeric(14, 3) not null check (counted_cash >= 0),
  -- What was recorded and in no close at that moment.
  recorded_cash numeric(14, 3) not null,
  -- The close that it led to; null until the day is closed.
  day_close_id uuid,
  counted_on timestamptz not null,
  counted_by uuid not null,
  primary key (client_id, id),
  foreign key (client_id, branch_id) references branch (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id),
  foreign key (client_id, counted_by) references app_user (client_id, id),
  foreign key (client_id, day_close_id) references day_close (client_id, id)
);
create index day_count_open on day_count (client_id, branch_id, user_id, day, counted_on) where day_close_id is null;
create index day_count_of_close on day_count (client_id, day_close_id, counted_on);
alter table day_count enable row level security;
alter table day_count force row level security;
create policy tenant on day_count
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update (day_close_id) on day_count to readroom_app;
