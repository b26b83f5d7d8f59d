-- Visits that hold more than the patient, or the hospital or doctor of the scheme, owes: lists of open refunds find them by
-- this. It may hold a few more, where a share is rounded to the client's decimals: the query decides.
create index visit_overpaid on visit (client_id, branch_id)
  where received - refunded - settled > net_charges * patient_share / 100
    or settled > net_charges * (100 - patient_share) / 100;
