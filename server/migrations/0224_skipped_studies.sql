-- Studies that readers put off, and why: what the page of flow tells who leads the readers (docs/decisions/347). A skip is never
-- changed: the order in which studies are offered stays with the session of the reader (docs/decisions/321).
create table study_skip (
  client_id uuid not null references client (id),
  id uuid not null,
  study_id uuid not null,
  user_id uuid not null,
  reason text not null check (reason in ('waiting_for_priors', 'poor_images', 'second_opinion')),
  skipped_on timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, study_id) references study (client_id, id)
);
create index study_skip_by_time on study_skip (client_id, skipped_on);
create index study_skip_by_study on study_skip (client_id, study_id);
alter table study_skip enable row level security;
alter table study_skip force row level security;
create policy tenant on study_skip
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on study_skip to readroom_app;
