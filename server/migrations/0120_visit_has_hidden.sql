-- Whether a special management discount was ever given for the visit: few have one, and sums look for theirs alone.
alter table visit add column has_hidden boolean not null default false;
update visit v set has_hidden = true
from hidden_discount h where h.client_id = v.client_id and h.visit_id = v.id;
drop index visit_sums;
drop index visit_sums_everywhere;
create index visit_sums on visit (client_id, branch_id, start_dt)
  include (id, status, started_on, charges, discount, net_charges, received, refunded, payment_status, created_by, settled,
    last_money_day, has_hidden);
create index visit_sums_everywhere on visit (client_id, start_dt, branch_id)
  include (id, status, started_on, charges, discount, net_charges, received, refunded, payment_status, created_by, settled,
    last_money_day, has_hidden);
