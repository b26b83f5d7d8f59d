-- Why a line is sold below its list price; empty where it is not, and for what was booked before this was asked.
alter table visit_service add column price_reason text not null default '';

-- Why money went back; empty for refunds from before this was asked. Insurance goes back to the insurer that paid.
alter table refund add column reason text not null default '',
  add column pay_scheme_id uuid,
  -- Not checked against rows of before: the column is new, and the owner does not read past row-level security.
  add foreign key (client_id, pay_scheme_id) references payment_type_scheme (client_id, id) not valid,
  drop constraint refund_mode_check,
  add constraint refund_names_insurer check ((mode = 'Insurance') = (pay_scheme_id is not null));

-- The cash that the patient handed over; the change is what it is more than the amount. Null where nobody typed it.
alter table receipt add column tendered numeric(14, 3) check (tendered >= amount);

-- The address at which the branch is paid by UPI; empty where it is not.
alter table branch add column upi_id text not null default '';
