-- What became of the commission of a service line: a row stands here once a person changed or settled it. Doctor and
-- hospital of a line have a row each. The amount of a line without a row follows from the rate that was frozen when it
-- was booked (docs/decisions/226).
create table referral_commission (
  client_id uuid not null references client (id),
  visit_service_id uuid not null,
  ref_doctor_type text not null check (ref_doctor_type in ('Doctor', 'Hospital')),
  rev int not null default 1,
  -- What a person set in the place of the reckoned amount; null while nobody did.
  amount numeric(14, 3) check (amount >= 0),
  changed_on timestamptz,
  changed_by uuid,
  -- The amount stands still from the settlement on.
  settled_on timestamptz,
  settled_by uuid,
  settled_amount numeric(14, 3) check (settled_amount >= 0),
  -- The settlement of scheme invoices that the commission was used for, in mode Commission.
  used_on timestamptz,
  used_by_settlement_id uuid,
  primary key (client_id, visit_service_id, ref_doctor_type),
  foreign key (client_id, visit_service_id) references visit_service (client_id, id),
  check ((settled_on is null) = (settled_amount is null)),
  check ((settled_on is null) = (settled_by is null))
);
alter table referral_commission enable row level security;
create policy tenant on referral_commission
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update on referral_commission to readroom_app;
