-- What a restore writes down is walled off from its owner too, as every other table of clients is (docs/decisions/262).
do $$
declare t text;
begin
  foreach t in array array['restore','number_jump','number_back','restored_device','restored_command','restored_revision']
  loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;

-- As in 0138. It changes rows of all clients, so it takes the wall away from its owner and gives it back in the same
-- transaction; with row_security off a wall that is left would be an error and not an update of nothing.
create or replace function entry.begin_history(p_made timestamptz default now(), p_at timestamptz default now()) returns text
language plpgsql set search_path = pg_catalog, pg_temp set row_security = off as $$
declare
  ended text := coalesce((select value from entry.server_setting where name = 'epoch'), '');
  begun text := gen_random_uuid()::text;
  forced text[] := array(
    select relname::text from pg_class
    where relnamespace = 'public'::regnamespace and relforcerowsecurity
      and relname = any (array['client', 'feed_head', 'restore', 'number_jump', 'number_series']));
  t text;
begin
  foreach t in array forced loop
    execute format('alter table public.%I no force row level security', t);
  end loop;
  delete from entry.server_setting where name = 'epoch';
  insert into entry.server_setting (name, value) values ('epoch', begun);
  insert into public.restore (client_id, epoch, ended, at, made, pos)
  select c.id, begun, ended, p_at, p_made, coalesce(h.pos, 0)
  from public.client c left join public.feed_head h on h.client_id = c.id;
  insert into public.number_jump (client_id, epoch, branch_id, kind, from_no, to_no)
  select client_id, begun, branch_id, kind, next, next + 1000 from public.number_series;
  update public.number_series set next = next + 1000;
  foreach t in array forced loop
    execute format('alter table public.%I force row level security', t);
  end loop;
  return begun;
end $$;
