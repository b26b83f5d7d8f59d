-- What an image server holds is compared once a day with what has arrived from it (docs/decisions/305).

alter table study
  -- Since when its image server holds it no longer; null while it does. A study is never removed for that.
  add column missing_at_source_since timestamptz(3),
  -- What the image server says of it now and what was not taken over here: fields, and counts that fell. Null: nothing.
  add column source_changed jsonb;
-- The few that stand out, and the studies of a server by the day that its headers name.
create index study_source_flags on study (client_id, pacs_id)
  where missing_at_source_since is not null or source_changed is not null;
create index study_source_day on study (client_id, pacs_id, (dicom_header #>> '{00080020,Value,0}'))
  where split_from_id is null;
create index study_source_arrived on study (client_id, pacs_id, received_datetime) where split_from_id is null;

-- Lists found by text name the columns that a study has.
create or replace view study_search as
  select * from study where client_id = nullif(current_setting('app.client_id', true), '')::uuid;

-- What an image server changed and what followed it stands in the history of whose the study is.
alter table study_edit drop constraint study_edit_kind_check;
alter table study_edit add constraint study_edit_kind_check check (kind in ('edit', 'link', 'unlink', 'source'));

alter table pacs
  -- The last so many days are compared; 0: the server is not compared.
  add column check_days int not null default 14 check (check_days between 0 and 366);

-- The comparison of an image server: the run that goes on, or how the last one ended.
create table pacs_check (
  client_id uuid not null references client (id),
  pacs_id uuid not null,
  state text not null default 'never' check (state in ('never', 'running', 'ok', 'failed', 'unsure', 'stopped')),
  words text not null default '',
  -- Days of the run that could not be read to their end, in words.
  notes text not null default '',
  started_on timestamptz(3),
  -- When all days were last compared.
  ended_on timestamptz(3),
  -- A person asked for one, and said that what seems to be gone is gone.
  asked_on timestamptz(3),
  is_confirmed boolean not null default false,
  -- Days that the run has still to compare, in its order: a run that was cut off goes on there.
  todo date[] not null default '{}',
  runner uuid,
  lease_until timestamptz(3),
  primary key (client_id, pacs_id),
  foreign key (client_id, pacs_id) references pacs (client_id, id)
);

-- A day and AE title of an image server as it was last compared.
create table pacs_check_day (
  client_id uuid not null references client (id),
  pacs_id uuid not null,
  day date not null,
  aet text not null,
  checked_on timestamptz(3) not null,
  count_there int not null,
  count_here int not null,
  missing_here int not null,
  missing_there int not null,
  changed_there int not null,
  -- Deleted here and still there: no difference.
  deleted_here int not null,
  primary key (client_id, pacs_id, day, aet),
  foreign key (client_id, pacs_id) references pacs (client_id, id)
);

-- A study that is not the same on both sides; closed once it is again.
create table pacs_check_gap (
  client_id uuid not null references client (id),
  pacs_id uuid not null,
  study_iuid text not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'changed_there')),
  day date not null,
  aet text not null,
  -- Null where it could not be stored here.
  study_id uuid,
  found_on timestamptz(3) not null,
  seen_on timestamptz(3) not null,
  -- When what was missing here had been fetched.
  fetched_on timestamptz(3),
  closed_on timestamptz(3),
  primary key (client_id, pacs_id, study_iuid, kind),
  foreign key (client_id, pacs_id) references pacs (client_id, id)
);
create index pacs_check_gap_by_day on pacs_check_gap (client_id, pacs_id, day);

do $$
declare t text;
begin
  foreach t in array array['pacs_check', 'pacs_check_day', 'pacs_check_gap'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update, delete on %I to readroom_app', t);
  end loop;
end $$;
alter table pacs_check_day force row level security;
alter table pacs_check_gap force row level security;

-- Image servers whose comparison is due: never compared, compared before `p_before`, not done, or asked for by a person.
-- One whose first reading still goes on is not compared: all that is on its way would seem to be missing.
create function entry.due_pacs_checks(p_before timestamptz) returns table (client_id uuid, pacs_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.client_id, p.id from public.pacs p
  join public.client c on c.id = p.client_id
  left join public.pacs_check k on k.client_id = p.client_id and k.pacs_id = p.id
  where p.active and p.hidden is null and c.active and p.type in ('Basic', 'Premium', 'Lite_Postgres')
    and p.check_days > 0 and p.backlog_done is not null
    and (k.lease_until is null or k.lease_until < clock_timestamp())
    and (k.started_on is null or k.started_on < p_before or cardinality(k.todo) > 0 or k.asked_on > k.started_on)
$$;
revoke all on function entry.due_pacs_checks(timestamptz) from public;
grant execute on function entry.due_pacs_checks(timestamptz) to readroom_app;
