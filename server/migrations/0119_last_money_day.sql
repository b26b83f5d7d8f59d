-- The last day on which money of a visit moved: taken, given back or cancelled. Until that day, what was paid follows from
-- receipts and refunds; from then on it is what the visit's own sums say (docs/decisions/242). Null where nothing is known.
drop index visit_sums;
drop index visit_sums_everywhere;
alter table visit add column last_money_day date;
update visit v set last_money_day = m.day
from (select r.client_id, r.visit_id, max(greatest(r.business_day, r.cancel_day)) as day
    from (select client_id, visit_id, business_day, cancel_day from receipt
      union all select client_id, visit_id, business_day, cancel_day from refund) r
    group by r.client_id, r.visit_id) m
where m.client_id = v.client_id and m.visit_id = v.id;
-- Sums over days read it beside the others.
create index visit_sums on visit (client_id, branch_id, start_dt)
  include (id, status, started_on, charges, discount, net_charges, received, refunded, payment_status, created_by, settled,
    last_money_day);
create index visit_sums_everywhere on visit (client_id, start_dt, branch_id)
  include (id, status, started_on, charges, discount, net_charges, received, refunded, payment_status, created_by, settled,
    last_money_day);
