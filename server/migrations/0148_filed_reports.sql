-- How many reports of a study are signed and how many of those are verified: the status of a study is the least advanced of
-- its reports, and what is filed stays readable, shared and locked whatever is added beside it (docs/decisions/276).
alter table study
  add column signed_reports smallint not null default 0,
  add column verified_reports smallint not null default 0;

-- Rows of all clients: where the owner is held to one, that is taken away for this statement.
do $$
declare
  t text;
  held text[] := (select coalesce(array_agg(c.relname), '{}') from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname in ('study', 'report') and c.relforcerowsecurity);
begin
  foreach t in array held loop execute format('alter table %I no force row level security', t); end loop;
  update study s set signed_reports = f.signed, verified_reports = f.verified
    from (
      select client_id, study_id, count(*) as signed, count(*) filter (where status = 'Verified') as verified
      from report where status in ('Signed', 'Verified') group by client_id, study_id
    ) f
    where s.client_id = f.client_id and s.id = f.study_id;
  foreach t in array held loop execute format('alter table %I force row level security', t); end loop;
end $$;
