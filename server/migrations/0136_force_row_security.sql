-- Row-level security holds for the owner of the tables too, where no function and no view of the owner reads past it: a
-- statement that runs as the owner by mistake sees one client or nothing. A table that comes later says so itself
-- (tests/server/kernel/database/forced.test.ts). A migration that must change rows of all clients in such a table takes
-- `force` away and gives it back.
do $$
declare t text;
begin
  for t in
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and c.relname not in (
        select m[1] from pg_proc p, regexp_matches(p.prosrc, 'public\.([a-z0-9_]+)', 'g') m
        where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'entry'::regnamespace))
      and not exists (
        select from pg_depend d
        join pg_rewrite w on w.oid = d.objid and d.classid = 'pg_rewrite'::regclass
        join pg_class v on v.oid = w.ev_class and v.relkind = 'v'
        where d.refobjid = c.oid and not coalesce('security_invoker=true' = any (v.reloptions), false))
  loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
