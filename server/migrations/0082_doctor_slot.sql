-- A clinic doctor sees one visit at a time, as a machine takes one exam (docs/decisions/144).

-- Visits that shared a doctor's time before it was guarded keep it: the later one stands as an overbooked stay does.
update visit_machine later
set blocks = false, overbook_reason = 'Booked before a doctor''s time was guarded.'
where later.blocks and later.doctor_id is not null and exists (
  select from visit_machine earlier
  where earlier.client_id = later.client_id and earlier.doctor_id = later.doctor_id and earlier.blocks
    and earlier.visit_id <> later.visit_id
    and tstzrange(earlier.start_dt, earlier.end_dt) && tstzrange(later.start_dt, later.end_dt)
    and (earlier.start_dt, earlier.id) < (later.start_dt, later.id)
);

alter table visit_machine add constraint visit_doctor_slot exclude using gist
  (client_id with =, doctor_id with =, visit_id with <>, tstzrange(start_dt, end_dt) with &&)
  where (blocks and doctor_id is not null);
