-- The identity that the machine wrote, kept while a study stands under the name of its visit's patient, and links beside the
-- corrections in one history of whose the study is (docs/decisions/277).
alter table study add column kept_identity jsonb;

alter table study_edit
  add column kind text not null default 'edit' check (kind in ('edit', 'link', 'unlink')),
  add column service_id uuid,
  -- Nobody: the rule linked it.
  alter column edited_by drop not null;

-- The view of 0031 names the columns that a study had then; lists found by text need those of 0148 too.
create or replace view study_search as
  select * from study where client_id = nullif(current_setting('app.client_id', true), '')::uuid;
