-- The sender of an order is told its state by the HL7 connection of the branch (docs/decisions/326).
alter table branch
  add column report_send_hl7_status text not null default 'Off' check (report_send_hl7_status in ('Off', 'ORM', 'OMG')),
  -- Sending application and facility that this connection leads back to, joined by a bar; empty for every sender.
  add column report_send_hl7_sender text not null default '';

-- What the sender of an order is told of its state: each state once, in their order.
create table order_status_dispatch (
  client_id uuid not null references client (id),
  id uuid not null,
  booking_request_id uuid not null,
  branch_id uuid,
  status text not null check (status in ('Started', 'Completed', 'Final', 'Cancelled')),
  -- Order of the states of one order.
  place smallint not null,
  -- When the order became so.
  reached timestamptz not null,
  control_id text not null,
  state text not null default 'Waiting' check (state in ('Waiting', 'Sent', 'Failed')),
  attempts int not null default 0,
  last_error text not null default '',
  ack text not null default '',
  created timestamptz not null default now(),
  sent timestamptz,
  -- One run sends the states of an order at a time; a run that died lets go by itself.
  leased_until timestamptz,
  primary key (client_id, id),
  unique (client_id, booking_request_id, status),
  foreign key (client_id, booking_request_id) references booking_request (client_id, id)
);
alter table order_status_dispatch enable row level security;
alter table order_status_dispatch force row level security;
create policy tenant on order_status_dispatch
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on order_status_dispatch to readroom_app;
