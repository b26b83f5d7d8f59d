-- Settlements of scheme invoices: what a hospital or doctor paid at once for several invoices, in one mode. Each invoice has
-- a receipt of its own, which names the settlement.
create table scheme_settlement (
  client_id uuid not null references client (id),
  id uuid not null,
  payer_type text not null check (payer_type in ('Doctor', 'Hospital')),
  payer_id uuid not null,
  mode text not null,
  ref_no text not null default '',
  remarks text not null default '',
  created timestamptz not null default now(),
  created_by uuid not null,
  primary key (client_id, id),
  foreign key (client_id, payer_id) references app_user (client_id, id)
);
create index scheme_settlement_by_payer on scheme_settlement (client_id, payer_id, created desc);
alter table scheme_settlement enable row level security;
create policy tenant on scheme_settlement
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on scheme_settlement to readroom_app;

alter table receipt
  add foreign key (client_id, settlement_id) references scheme_settlement (client_id, id),
  add constraint receipt_commission check (mode <> 'Commission' or settlement_id is not null);
create index receipt_by_settlement on receipt (client_id, settlement_id) where settlement_id is not null;

-- Of what a visit received: what was settled. No settlement stands yet, so all of them are 0.
alter table visit add column settled numeric(14, 3) not null default 0;

-- What a settlement used of a commission, and what the commission was then: from its use on it stands still.
alter table referral_commission
  add column used_amount numeric(14, 3) check (used_amount > 0),
  add column used_of numeric(14, 3) check (used_of >= 0),
  add constraint referral_commission_used check ((used_on is null) = (used_amount is null)),
  add constraint referral_commission_used_of check ((used_on is null) = (used_of is null)),
  add constraint referral_commission_used_by check ((used_on is null) = (used_by_settlement_id is null)),
  add constraint referral_commission_use_fits check (used_amount <= used_of),
  add foreign key (client_id, used_by_settlement_id) references scheme_settlement (client_id, id);
create index referral_commission_by_settlement on referral_commission (client_id, used_by_settlement_id)
  where used_by_settlement_id is not null;
