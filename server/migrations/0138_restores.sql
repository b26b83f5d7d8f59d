-- What a restored backup lost and what came back of it (docs/decisions/265, 266).

-- One row a client and restore, written by the restore itself.
create table restore (
  client_id uuid not null references client (id),
  -- The history that began with it, and the one that the backup was made in.
  epoch text not null,
  ended text not null,
  at timestamptz not null,
  -- The moment of the backup.
  made timestamptz not null,
  -- Where the feed stood in the backup: what is behind it was written after the restore.
  pos bigint not null,
  primary key (client_id, epoch)
);

-- Numbers that were left out because they may stand on papers from after the backup.
create table number_jump (
  client_id uuid not null,
  epoch text not null,
  branch_id uuid not null,
  kind text not null,
  -- The first number that is left out, and the first that is given again.
  from_no int not null,
  to_no int not null,
  -- True where a device that came back knew a higher number than the restore left out.
  is_raised boolean not null default false,
  primary key (client_id, epoch, branch_id, kind, from_no),
  foreign key (client_id, epoch) references restore (client_id, epoch)
);

-- Numbers of these gaps that came back with the record that bore them; none comes back twice.
create table number_back (
  client_id uuid not null references client (id),
  branch_id uuid not null,
  kind text not null,
  no int not null,
  command_id uuid not null,
  primary key (client_id, branch_id, kind, no)
);

-- Who was in touch since a restore and compared what it had sent.
create table restored_device (
  client_id uuid not null,
  epoch text not null,
  device_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  -- Acknowledged changes that it compared, and those that the server lacked.
  compared int not null,
  lacking int not null,
  primary key (client_id, epoch, device_id, user_id),
  foreign key (client_id, epoch) references restore (client_id, epoch)
);

-- Commands that the server had acknowledged by its own signature and lacked after a restore.
create table restored_command (
  client_id uuid not null,
  epoch text not null,
  id uuid not null,
  user_id uuid not null,
  device_id uuid,
  call text not null,
  acknowledged timestamptz not null,
  -- When it was first named or brought since the restore, and when it took effect again.
  asked timestamptz not null,
  returned timestamptz,
  -- Why it was refused at its last try; a code of the contract.
  refusal text not null default '',
  -- Numbers that it bore before, each with the one that it bears now: [{kind, branch_id, no, now}].
  numbers jsonb not null default '[]',
  primary key (client_id, epoch, id),
  foreign key (client_id, epoch) references restore (client_id, epoch)
);

-- The revision that a lost one has become: a change that was made on it finds what it was made on.
create table restored_revision (
  client_id uuid not null references client (id),
  epoch text not null,
  record uuid not null,
  rev int not null,
  now_rev int not null,
  primary key (client_id, epoch, record, rev)
);

do $$
declare t text;
begin
  foreach t in array array['restore','number_jump','number_back','restored_device','restored_command','restored_revision']
  loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update on %I to readroom_app', t);
  end loop;
end $$;
-- The restore itself writes these.
revoke insert, update on restore from readroom_app;

-- Numbers that a command was given: they stand in the receipt that the server signs for it.
alter table command_log add column numbers jsonb;

-- How long devices keep what was acknowledged.
alter table client add column journal_days int not null default 7 check (journal_days between 1 and 60);

-- Begins a new history in a database that was restored from a backup made at `p_made`: by npm run restore, or by hand
-- after an outside database was restored by its own tools. Devices see by the epoch that what they know may be lost
-- here. Every number series leaves out what may have been given since the backup, also where no device comes back.
create function entry.begin_history(p_made timestamptz default now(), p_at timestamptz default now()) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  ended text := coalesce((select value from entry.server_setting where name = 'epoch'), '');
  begun text := gen_random_uuid()::text;
begin
  delete from entry.server_setting where name = 'epoch';
  insert into entry.server_setting (name, value) values ('epoch', begun);
  insert into public.restore (client_id, epoch, ended, at, made, pos)
  select c.id, begun, ended, p_at, p_made, coalesce(h.pos, 0)
  from public.client c left join public.feed_head h on h.client_id = c.id;
  insert into public.number_jump (client_id, epoch, branch_id, kind, from_no, to_no)
  select client_id, begun, branch_id, kind, next, next + 1000 from public.number_series;
  update public.number_series set next = next + 1000;
  return begun;
end $$;
revoke all on function entry.begin_history(timestamptz, timestamptz) from public;
