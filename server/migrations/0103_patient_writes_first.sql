-- The patient writes first: a code on the papers of a visit, sent by WhatsApp, brings the link to the report. The same
-- webhook of WhatsApp's own service tells what became of a message that was sent.

alter table client_setting
  -- The number that patients write to, with its country code, digits alone.
  add column whatsapp_number text not null default '',
  -- By these WhatsApp's own service and this server know each other at the webhook; both sealed.
  add column whatsapp_app_secret text not null default '',
  add column whatsapp_verify_token text not null default '',
  -- Whether papers of a visit show the code.
  add column prints_report_code boolean not null default false,
  add column report_code_days int not null default 90 check (report_code_days between 1 and 365),
  -- WhatsApp's template that says where the report is, for a patient who wrote more than a day ago.
  add column report_wa_template text not null default '',
  add column report_wa_language text not null default '';

-- One code a visit. Its hash finds it; the code itself is sealed to the server's key, so that it can be printed again.
create table report_code (
  client_id uuid not null references client (id),
  visit_id uuid not null,
  code_hash bytea not null,
  code_sealed text not null,
  created timestamptz not null,
  expires timestamptz not null,
  -- When the code last came by WhatsApp, and from which number: what is released later goes there.
  asked_on timestamptz,
  asked_from text not null default '',
  primary key (client_id, visit_id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create unique index report_code_by_hash on report_code (client_id, code_hash);
alter table report_code enable row level security;
create policy tenant on report_code
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update on report_code to readroom_app;

-- Messages that came in by their id at WhatsApp: the service repeats a webhook until it is answered.
create table whatsapp_inbound (
  client_id uuid not null references client (id),
  id text not null,
  received timestamptz not null,
  primary key (client_id, id)
);
create index whatsapp_inbound_by_time on whatsapp_inbound (client_id, received);
alter table whatsapp_inbound enable row level security;
create policy tenant on whatsapp_inbound
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, delete on whatsapp_inbound to readroom_app;

-- What WhatsApp says of a message after it took it.
alter table message
  add column delivered timestamptz,
  add column read_on timestamptz;
create index message_by_ref on message (client_id, provider_ref) where provider_ref <> '';

alter table patient_notice drop constraint patient_notice_event_check;
alter table patient_notice add constraint patient_notice_event_check check (event in ('Apointment_Request',
  'Apointment_Booking', 'Appointment_Reminder', 'Apointment_Cancel', 'Apointment_Reschedule', 'Apointment_Confirm',
  'Pending_Payment_Reminder', 'Report_Sign', 'Report_Verify', 'Report_Link'));

-- A link that the patient asked for is made by nobody of the house.
alter table share_link alter column created_by drop not null;

create or replace function entry.clients_with_plain_secrets() returns table (client_id uuid)
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
      c.sms_password, c.whatsapp_token, c.whatsapp_app_secret, c.whatsapp_verify_token]) s
      where s <> '' and not s ^@ '$sealed$1$')
$$;
