-- What patients are told at the nine events: each planned notice with its fate, the patient's choice of ways, what Indian
-- carriers ask of an SMS text (DLT) and what WhatsApp's own service asks of a message.

-- Once per record, event, version and channel, whatever brings the event twice.
create table patient_notice (
  client_id uuid not null references client (id),
  id uuid not null,
  event text not null check (event in ('Apointment_Request', 'Apointment_Booking', 'Appointment_Reminder',
    'Apointment_Cancel', 'Apointment_Reschedule', 'Apointment_Confirm', 'Pending_Payment_Reminder', 'Report_Sign',
    'Report_Verify')),
  -- The booking request, visit or study; which one follows from the event.
  record_id uuid not null,
  version text not null,
  channel text not null check (channel in ('E', 'S', 'W')),
  -- The visit at which its fate is shown; null for a request that is not booked and a study that belongs to no visit.
  visit_id uuid,
  -- The start of a moved or cancelled visit that a patient may still come to.
  starts timestamptz,
  due timestamptz not null,
  state text not null check (state in ('Planned', 'Quiet', 'Handed_Over', 'Recalled', 'Not_Sent')),
  reason text not null default '',
  -- What the reason is about: the name of an open placeholder.
  detail text not null default '',
  -- A person asked for it to be sent now.
  is_forced boolean not null default false,
  message_id uuid,
  created timestamptz not null,
  created_by uuid,
  settled timestamptz,
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id),
  foreign key (client_id, message_id) references message (client_id, id)
);
create unique index patient_notice_once on patient_notice (client_id, record_id, event, version, channel);
create index patient_notice_by_visit on patient_notice (client_id, visit_id, created desc) where visit_id is not null;
create index patient_notice_by_message on patient_notice (client_id, message_id) where message_id is not null;
create index patient_notice_due on patient_notice (due, client_id) where state in ('Planned', 'Quiet');
alter table patient_notice enable row level security;
create policy tenant on patient_notice
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on patient_notice to readroom_app;

-- Which clients have a notice whose time has come: the only question that is asked of all clients at once.
create function entry.clients_with_due_notices(p_at timestamptz) returns table (client_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct n.client_id from public.patient_notice n
  join public.client c on c.id = n.client_id
  where n.state in ('Planned', 'Quiet') and n.due <= p_at and c.active
$$;
revoke all on function entry.clients_with_due_notices(timestamptz) from public;
grant execute on function entry.clients_with_due_notices(timestamptz) to readroom_app;

-- What goes along with a message beside its text, sealed as the text is: ids of carriers, a template of WhatsApp.
alter table message add column along text not null default '';
-- A message that waits for another try is taken back with its notice.
alter table message drop constraint message_state_check;
alter table message add constraint message_state_check
  check (state in ('Waiting', 'Sent', 'Failed', 'Not_Configured', 'Recalled'));

alter table notification_template
  add column dlt_entity_id text not null default '',
  add column dlt_header text not null default '',
  add column dlt_template_id text not null default '',
  -- The text as the carriers have it, with {#var#} where it may differ.
  add column dlt_text text not null default '',
  add column wa_template text not null default '',
  add column wa_language text not null default '',
  -- Placeholders whose values the template takes, in its order.
  add column wa_variables text[] not null default '{}';

alter table client_setting
  add column whatsapp_kind text not null default 'Gateway' check (whatsapp_kind in ('Gateway', 'Cloud_API')),
  -- The id of the sending number at WhatsApp's own service.
  add column whatsapp_phone_id text not null default '',
  -- Whether patients whom nobody asked are told.
  add column tells_unasked boolean not null default true;

-- What the patient said of each way; empty is not asked.
alter table patient
  add column tell_email text not null default '' check (tell_email in ('', 'Yes', 'No')),
  add column tell_sms text not null default '' check (tell_sms in ('', 'Yes', 'No')),
  add column tell_whatsapp text not null default '' check (tell_whatsapp in ('', 'Yes', 'No')),
  -- Of the last choice by channel: { "S": { at, how } }.
  add column tell_noted jsonb not null default '{}';

-- Each choice with its time and how it was made; it only grows.
create table patient_choice (
  client_id uuid not null references client (id),
  id uuid not null,
  patient_id uuid not null,
  channel text not null check (channel in ('E', 'S', 'W')),
  choice text not null check (choice in ('', 'Yes', 'No')),
  how text not null check (how in ('Desk', 'Patient_Wrote_First')),
  at timestamptz not null,
  by_id uuid,
  primary key (client_id, id),
  foreign key (client_id, patient_id) references patient (client_id, id)
);
create index patient_choice_by_patient on patient_choice (client_id, patient_id, at desc);
alter table patient_choice enable row level security;
create policy tenant on patient_choice
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on patient_choice to readroom_app;
