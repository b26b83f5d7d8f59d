-- A referrer's link goes out by itself when a critical record is opened, where the client wants that (docs/critical-results.md).
alter table client_setting add column critical_auto_link boolean not null default false;

alter table critical_step drop constraint critical_step_kind_check,
  add constraint critical_step_kind_check
    check (kind in ('Reminded', 'Escalated', 'Link_Sent', 'Read_Back', 'Link_No_Address', 'Link_No_Way'));
-- By itself once for a record, whichever server works on it and however often.
create unique index critical_step_link_once on critical_step (client_id, critical_id)
  where by_id is null and kind in ('Link_Sent', 'Link_No_Address', 'Link_No_Way');
