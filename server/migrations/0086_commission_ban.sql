-- Countries where fee-splitting is banned (DECISIONS "Money"): the platform's, read by every client.
create table commission_ban (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  note text not null default '',
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index commission_ban_by_name on commission_ban (client_id, lower(name)) where hidden is null;
alter table commission_ban enable row level security;
create policy tenant on commission_ban
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
create policy shared on commission_ban for select
  using (client_id = '00000000-0000-7000-8000-000000000001');
grant select, insert, update, delete on commission_ban to readroom_app;
