-- Settings of a client and its branches (spec 2 sections 2.12, 2.13, 2.17), and what the server asks to seal secrets.

alter table branch
  add column admin_email text not null default '',
  add column admin_mob text not null default '',
  add column open_time text not null default '',
  add column close_time text not null default '',
  add column port int check (port between 1 and 65535),
  add column charges_type text not null default 'Service' check (charges_type in ('Department', 'Service', 'Fixed')),
  add column fixed_price numeric(14, 3) not null default 0 check (fixed_price >= 0),
  -- Blank strips that pre-printed paper needs, in millimetres; header_height_mm and footer_height_mm are the pictures'.
  add column header_plain_mm numeric not null default 0,
  add column footer_plain_mm numeric not null default 0,
  -- Pixels at 96 an inch, as they are entered.
  add column invoice_print_margin_top int not null default 0,
  add column invoice_print_margin_bottom int not null default 0,
  add column machine_communication_url text not null default '',
  add column machine_communication_usr text not null default '',
  add column machine_communication_pwd text not null default '',
  add column machine_communication_dateformat text not null default 'American'
    check (machine_communication_dateformat in ('American', 'European')),
  add column machine_communication_type text not null default 'JSON'
    check (machine_communication_type in ('JSON', 'HL7')),
  add column lab_service_send_api_url text not null default '',
  add column lab_service_send_api_usr text not null default '',
  add column lab_service_send_api_pwd text not null default '';

-- Names were free until now: what shares one is told apart.
update pacs p set name = p.name || ' (' || d.place || ')'
from (select client_id, id, row_number() over (partition by client_id, lower(name) order by id) as place from pacs) d
where d.client_id = p.client_id and d.id = p.id and d.place > 1;
update branch b set name = b.name || ' (' || d.place || ')'
from (select client_id, id, row_number() over (partition by client_id, lower(name) order by id) as place from branch) d
where d.client_id = b.client_id and d.id = b.id and d.place > 1;
create unique index pacs_by_name on pacs (client_id, lower(name)) where hidden is null;
create unique index branch_by_name on branch (client_id, lower(name)) where hidden is null;

-- What patients are told at the nine events (spec 2 section 3 "Notification template"); a row comes with the first save.
create table notification_template (
  client_id uuid not null references client (id),
  event text not null check (event in ('Apointment_Request', 'Apointment_Booking', 'Appointment_Reminder',
    'Apointment_Cancel', 'Apointment_Reschedule', 'Apointment_Confirm', 'Pending_Payment_Reminder', 'Report_Sign',
    'Report_Verify')),
  rev int not null default 1,
  subject text not null default '',
  body text not null default '',
  sms text not null default '',
  is_email_active boolean not null default false,
  is_sms_active boolean not null default false,
  is_whatsapp_active boolean not null default false,
  primary key (client_id, event)
);
alter table notification_template enable row level security;
create policy tenant on notification_template
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on notification_template to readroom_app;

-- A server that was taken away is polled no more.
create or replace function entry.claim_pacs(p_poller uuid, p_lease interval) returns table (client_id uuid, pacs_id uuid)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with claimable as (
    select p.client_id, p.id from public.pacs p
    join public.client c on c.id = p.client_id
    where p.active and p.hidden is null and c.active and p.type in ('Basic', 'Premium', 'Lite_Postgres')
      and (p.poller_id = p_poller or p.claimed_until is null or p.claimed_until < clock_timestamp())
    for update of p skip locked)
  update public.pacs p set poller_id = p_poller, claimed_until = clock_timestamp() + p_lease
  from claimable o where p.client_id = o.client_id and p.id = o.id
  returning p.client_id, p.id
$$;

-- Clients with a secret that is still stored plain: the key is the server's, so a start of the server seals them, and
-- not a migration (docs/decisions/102). '$sealed$1$' begins every sealed value (server/kernel/keys/secrets.ts).
create function entry.clients_with_plain_secrets() returns table (client_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.client_id from public.pacs p
    where exists (select from unnest(array[p.db_password, p.token_auth_pwd]) s where s <> '' and not s ^@ '$sealed$1$')
  union
  select b.client_id from public.branch b
    where exists (select from unnest(array[b.report_send_hl7_pwd, b.thirdparty_report_pwd, b.machine_communication_pwd,
      b.lab_service_send_api_pwd]) s where s <> '' and not s ^@ '$sealed$1$')
  union
  select c.client_id from public.client_setting c
    where exists (select from unnest(array[c.thirdparty_report_pwd, c.report_xml_send_api_token, c.smtp_password,
      c.sms_password, c.whatsapp_token]) s where s <> '' and not s ^@ '$sealed$1$')
$$;
revoke all on function entry.clients_with_plain_secrets() from public;
grant execute on function entry.clients_with_plain_secrets() to readroom_app;
