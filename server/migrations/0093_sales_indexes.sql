-- Sums of visits over days read these alone, at one branch and at all of them; row-level security compares client_id only.
create index visit_sums on visit (client_id, branch_id, start_dt)
  include (id, status, started_on, charges, discount, net_charges, received, refunded, payment_status, created_by);
create index visit_sums_everywhere on visit (client_id, start_dt, branch_id)
  include (id, status, started_on, charges, discount, net_charges, received, refunded, payment_status, created_by);
-- Whether a patient was here before: only visits that started count.
create index visit_started_by_patient on visit (client_id, patient_id, start_dt, id)
  where started_on is not null and status <> 12;
