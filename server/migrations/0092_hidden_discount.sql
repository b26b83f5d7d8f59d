-- Special management discounts: a record beside the invoice that says who gave how much and why. The newest row of a visit
-- counts; none changes a receipt, a balance or an invoice.
create table hidden_discount (
  client_id uuid not null references client (id),
  id uuid not null,
  visit_id uuid not null,
  branch_id uuid not null,
  amount numeric(14, 3) not null check (amount >= 0),
  reason text not null default '',
  created timestamptz not null default now(),
  created_by uuid not null,
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id),
  foreign key (client_id, branch_id) references branch (client_id, id)
);
create index hidden_discount_by_visit on hidden_discount (client_id, visit_id, created desc, id desc) include (amount);
alter table hidden_discount enable row level security;
create policy tenant on hidden_discount
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on hidden_discount to readroom_app;
