-- What a person decided about money over the balance: kept where it is, or moved to another visit of the patient.
alter table receipt
  -- The visit that it was taken for, where a person moved it.
  add column first_visit_id uuid,
  add column allocated_on timestamptz,
  add column allocated_by uuid,
  add column allocation_note text not null default '',
  -- The close that counted its cancellation, where an earlier close had counted the money itself.
  add column cancel_close_id uuid;
alter table refund add column cancel_close_id uuid;

-- A drawer asks for what no close has counted yet.
create index receipt_unclosed on receipt (client_id, branch_id, created_by, taken_on) where day_close_id is null;
create index refund_unclosed on refund (client_id, branch_id, created_by, created) where day_close_id is null;
create index receipt_taken_back on receipt (client_id, branch_id, cancelled_by, cancelled_on)
  where cancelled_on is not null and day_close_id is not null and cancel_close_id is null;
create index refund_taken_back on refund (client_id, branch_id, cancelled_by, cancelled_on)
  where cancelled_on is not null and day_close_id is not null and cancel_close_id is null;
create index receipt_unallocated on receipt (client_id, branch_id) where is_unallocated and status = 'Received';
