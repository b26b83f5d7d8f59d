-- A study that a person took from its visit is linked again by a person only (docs/decisions/159).
alter table study add column unlinked_on timestamptz;
update study s set unlinked_on = a.at
  from (select client_id, record_id, max(at) as at from audit_trail where type = 'study' and action = 'unlink' group by 1, 2) a
 where a.client_id = s.client_id and a.record_id = s.id and s.visit_service_id is null;
