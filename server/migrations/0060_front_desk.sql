-- The front desk (spec 3 sections 2.5 to 2.9): patients, visits with their machines and services, money, requests,
-- consents. Numbers that people read are gapless per series: given inside the transaction that uses them.

create extension if not exists btree_gist;

alter table patient
  add column ssn_held text not null default '',
  add column passport_held text not null default '',
  add column phone_code text not null default '',
  add column is_vip boolean not null default false,
  add column is_allergic boolean not null default false,
  add column allergies text[] not null default '{}',
  add column nationality text not null default '',
  add column address text not null default '',
  add column country_id int not null default 0,
  add column state text not null default '',
  add column city text not null default '',
  add column pincode text not null default '',
  add column lmp date,
  -- The date of birth was told as an age only: the day is a reckoned one.
  add column is_dob_from_age boolean not null default false,
  -- Last time that somebody had to do with the patient: devices keep the patients of a window by it.
  add column touched timestamptz not null default now(),
  add column created_by uuid,
  -- The record that this one was merged into; it is hidden then.
  add column merged_into_id uuid,
  add column merged_on timestamptz,
  add column merged_by_id uuid,
  -- A person has to look: the same national id or passport as another one's stands in *_held (SYNC.md).
  add column needs_merge boolean not null default false;
create index patient_touched on patient (client_id, touched desc, id desc) where hidden is null;
create unique index patient_by_ssn on patient (client_id, upper(ssn)) where ssn <> '' and hidden is null;
create unique index patient_by_passport on patient (client_id, upper(passport)) where passport <> '' and hidden is null;
create index patient_by_mobile on patient (client_id, mobile) where hidden is null;
create index patient_text on patient using gin (client_id, (fname || ' ' || lname) gin_trgm_ops) where hidden is null;
-- As study_search (0005): row-level security keeps trigram indexes from being used, a view of the owner does not.
create view patient_search as
  select * from patient where client_id = nullif(current_setting('app.client_id', true), '')::uuid;
grant select on patient_search to readroom_app;

-- What was moved when two records of one person became one, so that it can be undone.
create table patient_merge (
  client_id uuid not null references client (id),
  id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null,
  -- Ids of what followed: { visits, studies, consents, requests }, and the fields that were taken over with their value before.
  moved jsonb not null default '{}',
  merged_on timestamptz not null default now(),
  merged_by_id uuid not null,
  undone_on timestamptz,
  undone_by_id uuid,
  primary key (client_id, id)
);
create index patient_merge_by_kept on patient_merge (client_id, kept_id);

-- The next number of each series; branch_id is the nil id for a series of the whole client.
create table number_series (
  client_id uuid not null references client (id),
  branch_id uuid not null,
  kind text not null check (kind in ('patient', 'visit', 'accession', 'receipt', 'refund', 'invoice')),
  prefix text not null default '',
  next int not null default 1 check (next > 0),
  primary key (client_id, branch_id, kind)
) with (fillfactor = 50);

alter table visit
  add column end_dt timestamptz,
  add column discount_head_id uuid,
  add column package_id uuid,
  add column tag_id uuid,
  add column ref_dr_scheme_id uuid,
  add column ref_dr_scheme_type text not null default '' check (ref_dr_scheme_type in ('', 'Doctor', 'Hospital')),
  -- Percent of the net that the patient owes, as the scheme said when it was booked.
  add column patient_share numeric(5, 2) not null default 100 check (patient_share between 0 and 100),
  add column charges numeric(14, 3) not null default 0,
  add column discount numeric(14, 3) not null default 0,
  add column net_charges numeric(14, 3) not null default 0,
  add column received numeric(14, 3) not null default 0,
  add column refunded numeric(14, 3) not null default 0,
  -- What is left for a person to mend: needs_slot (no machine), unallocated (money over the balance).
  add column flags text[] not null default '{}',
  add column started_on timestamptz,
  add column completed_on timestamptz,
  add column cancelled_on timestamptz,
  add column cancelled_by uuid,
  add column cancel_reason text not null default '',
  -- Version of the invoice: a change after the first receipt makes a new one, with its reason.
  add column invoice_version int not null default 1,
  add column ipno text not null default '',
  add column bedno text not null default '',
  add column booking_request_id uuid,
  -- The number that an offline paper shows until the final one is here.
  add column provisional_no text not null default '';
update visit set started_on = start_dt where status between 4 and 11;

-- A stay at one machine: its exam services follow one another between its times.
create table visit_machine (
  client_id uuid not null references client (id),
  id uuid not null,
  visit_id uuid not null,
  department_id uuid not null,
  -- Null while no machine is free (needs_slot), and for services that need none. A clinical one may name its doctor.
  machine_id uuid,
  doctor_id uuid,
  start_dt timestamptz not null,
  end_dt timestamptz not null,
  ref_hospital_id uuid,
  ref_dr_id uuid,
  other_ref_dr_ids uuid[] not null default '{}',
  -- False where nothing of it is live, where the department may overlap, and where somebody overbooked with a reason.
  blocks boolean not null default true,
  overbook_reason text not null default '',
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id),
  check (end_dt > start_dt),
  -- One exam at a time, services of one visit aside (DECISIONS "Visit and service status").
  constraint visit_machine_slot exclude using gist
    (client_id with =, machine_id with =, visit_id with <>, tstzrange(start_dt, end_dt) with &&)
    where (blocks and machine_id is not null)
);
create index visit_machine_by_visit on visit_machine (client_id, visit_id);
create index visit_machine_by_machine on visit_machine (client_id, machine_id, start_dt);

alter table visit_service
  add column visit_machine_id uuid,
  add column service_id uuid,
  add column department_id uuid,
  add column place int not null default 0,
  add column end_dt timestamptz,
  add column type text not null default 'Exam_Service' check (type in ('Exam_Service', 'Exam_Consumable')),
  add column islaboratory boolean not null default false,
  add column charges numeric(14, 3) not null default 0 check (charges >= 0),
  add column discount numeric(14, 3) not null default 0 check (discount >= 0),
  add column net_charges numeric(14, 3) not null default 0,
  add column tag_id uuid,
  add column assigned_doctor_id uuid,
  add column signed_by_doctor_id uuid,
  add column is_sent_to_machine boolean not null default false,
  add column sent_to_machine_on timestamptz,
  add column exm_start_dt timestamptz,
  add column exm_end_dt timestamptz,
  add column scanned_on timestamptz,
  add column is_bring_next boolean not null default false,
  add column study_iuid text not null default '',
  -- The commission's rate when it was booked (DECISIONS "Money"): null is none.
  add column commission_type text not null default '' check (commission_type in ('', 'Percent', 'Flat')),
  add column commission_rate numeric(14, 3),
  add column hospital_commission_type text not null default '' check (hospital_commission_type in ('', 'Percent', 'Flat')),
  add column hospital_commission_rate numeric(14, 3),
  -- Laboratory: what the order holds, { id, name, code }[], and when it was sent.
  add column lab_services jsonb not null default '[]',
  add column lab_sent_on timestamptz,
  add column lab_error text not null default '';
create index visit_service_by_machine on visit_service (client_id, visit_machine_id);
create index visit_service_bring on visit_service (client_id, status, start_dt) where status in (5, 6, 7);

-- Sub-services of a laboratory service (spec 3 section 3).
alter table service add column lab_services jsonb not null default '[]';

-- Money is never edited or deleted, only cancelled (DECISIONS "Money").
create table receipt (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  visit_id uuid not null,
  branch_id uuid not null,
  receipt_no text not null,
  provisional_no text not null default '',
  amount numeric(14, 3) not null check (amount > 0),
  mode text not null,
  pay_scheme_id uuid,
  ref_no text not null default '',
  remarks text not null default '',
  status text not null default 'Received' check (status in ('Received', 'Cancelled')),
  -- Over the balance when it came in from a device: a person settles it (SYNC.md).
  is_unallocated boolean not null default false,
  settlement_id uuid,
  -- When the person took the money, by the device's clock, and when it came here.
  taken_on timestamptz not null,
  created timestamptz not null default now(),
  created_by uuid not null,
  device_id uuid,
  cancelled_on timestamptz,
  cancelled_by uuid,
  cancel_reason text not null default '',
  day_close_id uuid,
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create unique index receipt_by_no on receipt (client_id, branch_id, receipt_no);
create index receipt_by_visit on receipt (client_id, visit_id, created);
create index receipt_by_person on receipt (client_id, created_by, created);
create index receipt_by_branch on receipt (client_id, branch_id, created desc);

create table refund (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  visit_id uuid not null,
  branch_id uuid not null,
  refund_no text not null,
  amount numeric(14, 3) not null check (amount > 0),
  mode text not null check (mode <> 'Insurance'),
  ref_no text not null default '',
  remarks text not null default '',
  status text not null default 'Refunded' check (status in ('Refunded', 'Cancelled')),
  created timestamptz not null default now(),
  created_by uuid not null,
  cancelled_on timestamptz,
  cancelled_by uuid,
  cancel_reason text not null default '',
  day_close_id uuid,
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create unique index refund_by_no on refund (client_id, branch_id, refund_no);
create index refund_by_visit on refund (client_id, visit_id, created);
create index refund_by_person on refund (client_id, created_by, created);

-- The invoice as it stood at each version after the first receipt: lines and totals, who, when, why.
create table invoice_version (
  client_id uuid not null references client (id),
  visit_id uuid not null,
  version int not null,
  invoice jsonb not null,
  reason text not null,
  created timestamptz not null default now(),
  created_by uuid not null,
  primary key (client_id, visit_id, version),
  foreign key (client_id, visit_id) references visit (client_id, id)
);

-- A person's drawer at the end of a day: what was counted against what is recorded.
create table day_close (
  client_id uuid not null references client (id),
  id uuid not null,
  branch_id uuid not null,
  user_id uuid not null,
  day date not null,
  -- By mode: { mode, received, refunded, counted }; counted is of cash and what else lies in the drawer.
  modes jsonb not null,
  recorded_cash numeric(14, 3) not null,
  counted_cash numeric(14, 3) not null,
  note text not null default '',
  closed_on timestamptz not null default now(),
  closed_by uuid not null,
  primary key (client_id, id)
);
create unique index day_close_of_day on day_close (client_id, branch_id, user_id, day, closed_on);

-- What stands with a visit. Clinical deletes hide, keep and audit.
create table visit_comment (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  visit_id uuid not null,
  type text not null check (type in ('Normal', 'Technician', 'Nurse', 'Exam_Reason')),
  comment text not null,
  comment_by uuid not null,
  is_dr_comment boolean not null default false,
  created timestamptz not null default now(),
  hidden timestamptz,
  hidden_by_id uuid,
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create index visit_comment_by_visit on visit_comment (client_id, visit_id, created);

create table visit_document (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  visit_id uuid not null,
  tag_id uuid not null,
  file_id uuid not null,
  name text not null default '',
  is_image boolean not null default false,
  uploaded_by uuid not null,
  created timestamptz not null default now(),
  hidden timestamptz,
  hidden_by_id uuid,
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create index visit_document_by_visit on visit_document (client_id, visit_id, created);

-- Notes of a clinic doctor: one of each type a visit and doctor.
create table treatment (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  visit_id uuid not null,
  visit_machine_id uuid,
  doctor_id uuid not null,
  type text not null check (type in ('MED_HISTORY', 'INVESTIGATION', 'TREAT_PLAN')),
  content text not null default '',
  updated timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create unique index treatment_of_doctor on treatment (client_id, visit_id, doctor_id, type);

-- A doctor's prescription of a visit: its lines in order, { id, medicine, dose[], after_before_meal, duration }.
create table prescription (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  visit_id uuid not null,
  visit_machine_id uuid,
  doctor_id uuid not null,
  lines jsonb not null default '[]',
  updated timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create unique index prescription_of_doctor on prescription (client_id, visit_id, doctor_id);

-- Requests of patients and of hospital systems (spec 3 section 3 "Booking request").
create table booking_request (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  source text not null check (source in ('Patient', 'HL7', 'Api')),
  status text not null default 'Requested' check (status in ('Requested', 'Converted', 'Completed', 'Cancelled')),
  branch_id uuid,
  department_id uuid,
  patient_id uuid,
  pat_id text not null default '',
  pat_first_name text not null default '',
  pat_last_name text not null default '',
  pat_dob date,
  gender text not null default '' check (gender in ('', 'Male', 'Female')),
  mobile text not null default '',
  ref_doctor_name text not null default '',
  ipno text not null default '',
  bedno text not null default '',
  study_desc text not null default '',
  accession_no text not null default '',
  placer_order_no text not null default '',
  aetiles text[] not null default '{}',
  modalities text[] not null default '{}',
  exam_reason text not null default '',
  start_date timestamptz,
  doc_file_id uuid,
  tag_id uuid,
  visit_id uuid,
  created timestamptz not null default now(),
  converted_on timestamptz,
  converted_by uuid,
  status_updated_on timestamptz,
  status_updated_by uuid,
  -- The message's own id, so that a repeat is known (HL7 MSH-10 with the sender).
  message_key text,
  hidden timestamptz,
  hidden_by_id uuid,
  primary key (client_id, id)
);
create index booking_request_by_status on booking_request (client_id, status, created desc) where hidden is null;
create index booking_request_by_patient on booking_request (client_id, patient_id, created desc);
create unique index booking_request_message on booking_request (client_id, message_key) where message_key is not null;
create index booking_request_order on booking_request (client_id, placer_order_no) where placer_order_no <> '';

-- A link to fill a consent form: its token is kept as a hash, tied to visit and form (DECISIONS "Consent").
create table consent_link (
  client_id uuid not null references client (id),
  id uuid not null,
  token_hash bytea not null,
  visit_id uuid not null,
  consent_form_id uuid not null,
  created timestamptz not null default now(),
  created_by uuid not null,
  expires timestamptz not null,
  revoked_on timestamptz,
  opened int not null default 0,
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create unique index consent_link_by_token on consent_link (token_hash);
create index consent_link_by_visit on consent_link (client_id, visit_id);

-- The form as it stood when it was signed, kept once for each content.
create table consent_form_version (
  client_id uuid not null references client (id),
  consent_form_id uuid not null,
  sha256 text not null,
  -- { name, name_slang, questions[] }
  content jsonb not null,
  created timestamptz not null default now(),
  primary key (client_id, consent_form_id, sha256)
);

-- Evidence that is only appended: a withdrawal is a row of its own that names the consent it withdraws.
create table patient_consent (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  kind text not null check (kind in ('Signed', 'Withdrawn')),
  visit_id uuid not null,
  patient_id uuid not null,
  consent_form_id uuid not null,
  form_sha256 text not null,
  language text not null default 'en' check (language in ('en', 'slang')),
  fasting text not null default '' check (fasting in ('', 'Yes', 'No')),
  height text not null default '',
  weight text not null default '',
  lmp_type text not null default '',
  lmp_date date,
  -- Answers by question id.
  ques_ans jsonb not null default '{}',
  sign_by text not null default '',
  signer_name text not null default '',
  -- Strokes as they were drawn, and the picture of them.
  strokes jsonb not null default '[]',
  sig_file_id uuid,
  withdraws_id uuid,
  reason text not null default '',
  via text not null check (via in ('Link', 'Kiosk', 'Desk')),
  link_id uuid,
  device_id uuid,
  -- Both clocks.
  signed_on timestamptz not null,
  created timestamptz not null default now(),
  created_by uuid,
  sha256 text not null,
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create index patient_consent_by_visit on patient_consent (client_id, visit_id, created);
create index patient_consent_by_patient on patient_consent (client_id, patient_id, consent_form_id, created desc);

alter table client_setting
  add column consent_link_hours int not null default 72 check (consent_link_hours between 1 and 720),
  -- What the public queue display shows beside the token: nothing, or initials.
  add column queue_shows text not null default 'Token' check (queue_shows in ('Token', 'Initials')),
  add column receipt_paper text not null default 'A4' check (receipt_paper in ('A4', 'Thermal80')),
  add column hidden_payment_modes text[] not null default '{}',
  add column mwl_aet text not null default '';

do $$
declare t text;
begin
  foreach t in array array['patient_merge','number_series','visit_machine','receipt','refund','invoice_version','day_close',
    'visit_comment','visit_document','treatment','prescription','booking_request','consent_link','consent_form_version',
    'patient_consent']
  loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update, delete on %I to readroom_app', t);
  end loop;
end $$;
-- What is evidence is only added to.
revoke update, delete on patient_consent, consent_form_version, invoice_version, day_close from readroom_app;
revoke delete on receipt, refund from readroom_app;
