-- The view of 0005 names the columns that a study had then; lists found by name need those of 0030 too.
create or replace view study_search as
  select * from study where client_id = nullif(current_setting('app.client_id', true), '')::uuid;
