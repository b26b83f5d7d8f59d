-- What a patient sent with a request stands with the visit that it became, under no tag of the desk.
alter table visit_document alter column tag_id drop not null;

-- What stands among the documents of a visit: those that were added to it, and the laboratory's results, which are rows of
-- their own already (docs/decisions/142). The reader's policy holds: the view asks with the reader's rights.
create view visit_paper with (security_invoker = true) as
  select client_id, id, rev, visit_id, false as is_result, tag_id, file_id, name, is_image, uploaded_by, created, hidden
  from visit_document
  union all
  select client_id, id, rev, visit_id, true, null::uuid, file_id, service, false, null::uuid, created, null::timestamptz
  from lab_report;
grant select on visit_paper to readroom_app;
