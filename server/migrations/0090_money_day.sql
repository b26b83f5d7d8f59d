-- The day on which money changed hands, in the branch's zone, and the day on which a receipt or refund was cancelled.
-- A movement counts + on its business day and - on its cancellation day, so the figures of a past day never change.
alter table receipt
  -- The day of taken_on, never later than that of created.
  add column business_day date,
  -- Null while the receipt counts.
  add column cancel_day date,
  -- The day on which the money was taken, where that month was locked and business_day is a later one.
  add column belongs_day date;
alter table refund
  add column business_day date,
  add column cancel_day date,
  add column belongs_day date;

update receipt r set
  business_day = (least(r.taken_on, r.created) at time zone b.time_zone)::date,
  cancel_day = (r.cancelled_on at time zone b.time_zone)::date
from branch b where b.client_id = r.client_id and b.id = r.branch_id;
update refund r set
  business_day = (r.created at time zone b.time_zone)::date,
  cancel_day = (r.cancelled_on at time zone b.time_zone)::date
from branch b where b.client_id = r.client_id and b.id = r.branch_id;

alter table receipt
  alter column business_day set not null,
  add constraint receipt_cancel_day check ((cancel_day is null) = (cancelled_on is null)),
  add constraint receipt_belongs_day check (belongs_day < business_day);
alter table refund
  alter column business_day set not null,
  add constraint refund_cancel_day check ((cancel_day is null) = (cancelled_on is null)),
  add constraint refund_belongs_day check (belongs_day < business_day);

-- Sums of a branch, and of all branches, over days: both read the index alone.
create index receipt_by_day on receipt (client_id, branch_id, business_day)
  include (mode, amount, visit_id, created_by, created, cancel_day);
create index receipt_by_day_everywhere on receipt (client_id, business_day, branch_id)
  include (mode, amount, visit_id, created_by, created, cancel_day);
create index receipt_by_cancel_day on receipt (client_id, branch_id, cancel_day)
  include (mode, amount, visit_id, created_by, cancelled_by, business_day) where cancel_day is not null;
create index receipt_by_cancel_day_everywhere on receipt (client_id, cancel_day, branch_id)
  include (mode, amount, visit_id, created_by, cancelled_by, business_day) where cancel_day is not null;
create index refund_by_branch on refund (client_id, branch_id, created desc);
create index refund_by_day on refund (client_id, branch_id, business_day)
  include (mode, amount, visit_id, created_by, created, cancel_day);
create index refund_by_day_everywhere on refund (client_id, business_day, branch_id)
  include (mode, amount, visit_id, created_by, created, cancel_day);
create index refund_by_cancel_day on refund (client_id, branch_id, cancel_day)
  include (mode, amount, visit_id, created_by, cancelled_by, business_day) where cancel_day is not null;
create index refund_by_cancel_day_everywhere on refund (client_id, cancel_day, branch_id)
  include (mode, amount, visit_id, created_by, cancelled_by, business_day) where cancel_day is not null;

-- A drawer asks by day for what no close has counted.
drop index receipt_unclosed, refund_unclosed, receipt_taken_back, refund_taken_back;
create index receipt_unclosed on receipt (client_id, branch_id, created_by, business_day) where day_close_id is null;
create index refund_unclosed on refund (client_id, branch_id, created_by, business_day) where day_close_id is null;
create index receipt_taken_back on receipt (client_id, branch_id, cancelled_by, cancel_day)
  where cancel_day is not null and cancel_close_id is null;
create index refund_taken_back on refund (client_id, branch_id, cancelled_by, cancel_day)
  where cancel_day is not null and cancel_close_id is null;
