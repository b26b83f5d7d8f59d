-- What a machine that asks for its worklist is like, learned from its own queries, and what an administrator says beside it
-- (docs/decisions/309). No patient's word stands here.
create table machine_profile (
  client_id uuid not null references client (id),
  aet text not null,
  rev int not null default 1,
  address text not null default '',
  asked_set text not null default '',
  pdu_max int not null default 0,
  return_keys text[] not null default '{}',
  asked int not null default 0,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  character_set text not null default '',
  missing_letters text not null default 'romanise' check (missing_letters in ('romanise', 'utf8')),
  max_letters int check (max_letters between 8 and 64),
  primary key (client_id, aet)
);
alter table machine_profile enable row level security;
alter table machine_profile force row level security;
create policy tenant on machine_profile
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on machine_profile to readroom_app;
