-- What surrounds a report: settings, comments, documents, addenda, booklets, critical results, shares, messages,
-- AI results, reports sent out, and the patients and visits that studies are linked to.

-- Settings of a client (spec 2 section 3 "General settings", "SMTP settings"); one row a client, made on first use.
create table client_setting (
  client_id uuid primary key references client (id),
  rev int not null default 1,
  pat_viewer_share_content text not null default '',
  pat_viewer_share_content_with_report text not null default '',
  pat_login_share_content text not null default '',
  pat_print_login_share_content text not null default '',
  use_ssn_passport_as_pat_id boolean not null default false,
  report_disclaimer text not null default '',
  report_dob_age_show text not null default 'BOTH' check (report_dob_age_show in ('BOTH', 'DOB', 'AGE')),
  show_second_dr_sign boolean not null default false,
  auto_open_viewer_newtab boolean not null default false,
  thirdparty_report_url text not null default '',
  thirdparty_report_usr text not null default '',
  thirdparty_report_pwd text not null default '',
  report_xml_send_api_url text not null default '',
  report_xml_send_api_token text not null default '',
  report_xml_receive_api_token_hash bytea,
  smtp_host text not null default '',
  smtp_port int not null default 587,
  smtp_user_name text not null default '',
  smtp_password text not null default '',
  smtp_is_ssl boolean not null default false,
  smtp_sender_name text not null default '',
  smtp_sender_email text not null default '',
  smtp_reply_to text not null default '',
  sms_url text not null default '',
  sms_user text not null default '',
  sms_password text not null default '',
  sms_sender text not null default '',
  whatsapp_url text not null default '',
  whatsapp_token text not null default '',
  -- Shares and portal wait for payment (DECISIONS "Studies").
  results_wait_for_payment boolean not null default false,
  -- A recogniser that sends speech away (DECISIONS "Reports").
  dictation_may_leave_device boolean not null default false,
  -- Switches for what the spec gives "one specific client" (DECISIONS "Wire").
  extended_csv boolean not null default false,
  study_download boolean not null default false
);
create unique index client_setting_xml_token on client_setting (report_xml_receive_api_token_hash);

alter table branch
  add column contact_no text not null default '',
  add column report_send_hl7_url text not null default '',
  add column report_send_hl7_usr text not null default '',
  add column report_send_hl7_pwd text not null default '',
  add column thirdparty_report_url text not null default '',
  add column thirdparty_report_usr text not null default '',
  add column thirdparty_report_pwd text not null default '',
  add column booklet_front_file_id uuid,
  add column booklet_back_file_id uuid;

alter table app_user
  add column use_this_usr_wa boolean not null default false;

alter table pacs
  add column local_viewer_url text not null default '',
  add column token_generate_endpoint text not null default '',
  add column token_storage text not null default '',
  add column token_generate_by text not null default 'STUDY_UID' check (token_generate_by in ('STUDY_UID', 'ACCESSION')),
  add column token_auth_usr text not null default '',
  add column token_auth_pwd text not null default '',
  add column basic_pacs_show_name_reverse boolean not null default false;
update pacs set viewer_open_type = 'Normal' where viewer_open_type not in ('Normal', 'Token');
alter table pacs alter column viewer_open_type set default 'Normal',
  add constraint pacs_viewer_open_type check (viewer_open_type in ('Normal', 'Token'));

-- Patients and visits as far as studies need them; the front desk adds its own columns and tables.
create table patient (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  pat_id text not null,
  fname text not null,
  lname text not null default '',
  mobile text not null default '',
  email text not null default '',
  gender text not null default '' check (gender in ('', 'Male', 'Female')),
  dob date,
  ssn text not null default '',
  passport text not null default '',
  bloodgroup text not null default '',
  height text not null default '',
  weight text not null default '',
  -- The person's own sign-in (portal), where one was given.
  user_id uuid,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index patient_by_pat_id on patient (client_id, pat_id);
create index patient_by_dob on patient (client_id, dob);
create index patient_by_user on patient (client_id, user_id);

create table visit (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  visit_no text not null,
  patient_id uuid not null,
  branch_id uuid not null,
  is_radiology boolean not null default true,
  status int not null default 1 check (status between 1 and 12),
  start_dt timestamptz not null,
  ref_dr_id uuid,
  ref_hospital_id uuid,
  other_ref_dr_ids uuid[] not null default '{}',
  payment_status text not null default 'Pending' check (payment_status in ('Pending', 'Partial_Paid', 'Paid')),
  created timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, patient_id) references patient (client_id, id)
);
create unique index visit_by_no on visit (client_id, visit_no);
create index visit_by_patient on visit (client_id, patient_id, start_dt desc);
create index visit_by_branch on visit (client_id, branch_id, start_dt desc);

create table visit_service (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  visit_id uuid not null,
  name text not null,
  code text not null default '',
  modality text not null default '',
  accession_no text not null default '',
  status int not null default 1 check (status between 1 and 12),
  start_dt timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create index visit_service_by_visit on visit_service (client_id, visit_id);
create index visit_service_by_accession on visit_service (client_id, accession_no);
create index visit_service_by_start on visit_service (client_id, start_dt);

alter table study
  add column patient_id uuid,
  add column visit_service_id uuid,
  add column linked_on timestamptz,
  -- Null where the link was made by the rule and not by a person.
  add column linked_by_id uuid,
  add column is_hl7_report_send_err boolean not null default false,
  add column hidden_by_id uuid,
  -- Set while `pat_*`, `study_desc` or `ref_physician` were corrected by a person: the header no longer overwrites them.
  add column edited_on timestamptz,
  -- The study that this one was split from.
  add column split_from_id uuid,
  -- The newest AI result asked for, so that lists show it without looking elsewhere.
  add column ai_report_id uuid,
  add column ai_status text not null default '';
create index study_unmatched on study (client_id, received_datetime desc, id desc)
  where hidden is null and visit_service_id is null;
create index study_by_service on study (client_id, visit_service_id);
create index study_by_patient on study (client_id, patient_id, received_datetime desc);

create table study_comment (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  study_id uuid not null,
  type text not null check (type in ('Normal', 'Technician', 'Nurse', 'Exam_Reason')),
  comment text not null,
  comment_by uuid not null,
  is_dr_comment boolean not null default false,
  created timestamptz not null default now(),
  hidden timestamptz,
  hidden_by_id uuid,
  primary key (client_id, id),
  foreign key (client_id, study_id) references study (client_id, id)
);
create index study_comment_by_study on study_comment (client_id, study_id, created);

create table document_tag (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  active boolean not null default true,
  primary key (client_id, id)
);

create table study_document (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  study_id uuid not null,
  tag_id uuid not null,
  file_id uuid not null,
  name text not null default '',
  is_image boolean not null,
  uploaded_by uuid not null,
  created timestamptz not null default now(),
  hidden timestamptz,
  hidden_by_id uuid,
  primary key (client_id, id),
  foreign key (client_id, study_id) references study (client_id, id)
);
create index study_document_by_study on study_document (client_id, study_id, created);

-- A shortcut is its doctor's own, or everybody's where user_id is null.
create table shortcut (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  user_id uuid,
  name text not null,
  description text not null default '',
  active boolean not null default true,
  primary key (client_id, id)
);

-- Appended, dated and signed; never changes what was signed (DECISIONS "Reports").
create table report_addendum (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  study_id uuid not null,
  report_id uuid not null,
  content text not null,
  -- The signed text that the doctor saw when it was written.
  seen_hash text not null,
  signed_hash text not null,
  signed_by_id uuid not null,
  signed_on timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, report_id) references report (client_id, id)
);
create index report_addendum_by_study on report_addendum (client_id, study_id, signed_on);

-- Which text was signed, so that it can be checked later; set on versions that a signature made.
alter table report_version add column signed_hash text not null default '';
create index report_version_signed on report_version (client_id, signed_hash) where signed_hash <> '';

-- The check before signing that a doctor signed over (issue C, 3).
create table sign_warning (
  client_id uuid not null references client (id),
  id uuid not null,
  report_id uuid not null,
  report_rev int not null,
  rules text[] not null,
  user_id uuid not null,
  created timestamptz not null default now(),
  primary key (client_id, id)
);

-- Who has the report open for writing now: a soft claim that holds nobody back.
create table report_writer (
  client_id uuid not null references client (id),
  study_id uuid not null,
  user_id uuid not null,
  device_id uuid not null,
  seen timestamptz not null default now(),
  primary key (client_id, study_id, user_id, device_id)
);

create table booklet (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  study_id uuid not null,
  pagesize text not null default 'A4',
  layout text not null check (layout in ('1x1', '2x2', '2x3', '2x4', '3x2', '3x3', '3x4')),
  empty_area_bg text not null default 'black' check (empty_area_bg in ('black', 'white')),
  -- One entry a cell, in reading order over all pages; null where a cell is empty.
  img_file_ids uuid[] not null default '{}',
  updated timestamptz not null default now(),
  updated_by uuid,
  primary key (client_id, id),
  foreign key (client_id, study_id) references study (client_id, id)
);
create unique index booklet_by_study on booklet (client_id, study_id);

create table critical_result (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  study_id uuid not null,
  tag_id uuid not null,
  opened_by_id uuid not null,
  opened_on timestamptz not null default now(),
  -- The doctor whose task it is until it is closed.
  doctor_id uuid,
  told_to text not null default '',
  told_how text not null default '' check (told_how in ('', 'Phone', 'In_Person', 'Message', 'E_mail')),
  told_on timestamptz,
  read_back boolean not null default false,
  note text not null default '',
  closed_by_id uuid,
  closed_on timestamptz,
  primary key (client_id, id),
  foreign key (client_id, study_id) references study (client_id, id)
);
create index critical_result_by_study on critical_result (client_id, study_id);
create index critical_result_open on critical_result (client_id, doctor_id) where closed_on is null;

create table saved_filter (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  user_id uuid not null,
  flag text not null check (flag in ('archives', 'worklist', 'portal')),
  name text not null,
  filter jsonb not null,
  place int not null default 0,
  primary key (client_id, id)
);
create index saved_filter_by_user on saved_filter (client_id, user_id, place);

-- Messages out, each with what became of it (DECISIONS "Messages out").
create table message (
  client_id uuid not null references client (id),
  id uuid not null,
  channel text not null check (channel in ('E', 'S', 'W')),
  purpose text not null,
  sent_to text not null,
  subject text not null default '',
  body text not null,
  study_id uuid,
  patient_id uuid,
  -- Whose linked WhatsApp number it goes out by (use_this_usr_wa); null is the client's.
  via_user_id uuid,
  state text not null default 'Waiting' check (state in ('Waiting', 'Sent', 'Failed', 'Not_Configured')),
  attempts int not null default 0,
  last_error text not null default '',
  provider_ref text not null default '',
  created_by uuid,
  created timestamptz not null default now(),
  sent timestamptz,
  primary key (client_id, id)
);
create index message_by_study on message (client_id, study_id, created desc);
create index message_by_time on message (client_id, created desc, id desc);

-- Links that open a study without an account: unguessable (the hash alone is kept), expiring, revocable, counted.
create table share_link (
  client_id uuid not null references client (id),
  id uuid not null,
  study_id uuid not null,
  secret_hash bytea not null,
  with_report boolean not null,
  channel text not null check (channel in ('W', 'S', 'E', 'T', 'Q')),
  created_by uuid not null,
  created timestamptz not null default now(),
  expires timestamptz,
  revoked timestamptz,
  revoked_by uuid,
  openings int not null default 0,
  last_opened timestamptz,
  primary key (client_id, id)
);
create unique index share_link_by_secret on share_link (secret_hash);
create index share_link_by_study on share_link (client_id, study_id, created desc);

-- WhatsApp numbers linked at the gateway: the client's (user_id is the nil id) or a user's own.
create table whatsapp_link (
  client_id uuid not null references client (id),
  user_id uuid not null,
  session_ref text not null,
  state text not null default 'Unlinked' check (state in ('Unlinked', 'Waiting', 'Linked')),
  number text not null default '',
  updated timestamptz not null default now(),
  primary key (client_id, user_id)
);

-- AI companies are the platform's; what they offer to a client stands with the client.
create table ai_company (
  id uuid primary key,
  rev int not null default 1,
  name text not null,
  report_response_format text not null default 'Html' check (report_response_format in ('Html', 'Pdf_Base64')),
  basic_auth_usr text not null,
  basic_auth_pwd_hash text not null,
  active boolean not null default true
);
create unique index ai_company_by_user on ai_company (basic_auth_usr);
create table ai_company_bodypart (
  id uuid primary key,
  company_id uuid not null references ai_company (id),
  modality text not null,
  bodypart text not null,
  price numeric(12, 3) not null default 0,
  currency text not null default 'USD' check (currency in ('USD', 'INR', 'KWD')),
  description text not null default '',
  viewer_url text not null default '',
  active boolean not null default true
);
grant select on ai_company_bodypart to readroom_app;
grant select (id, rev, name, report_response_format, active) on ai_company to readroom_app;
create table client_ai_bodypart (
  client_id uuid not null references client (id),
  bodypart_id uuid not null references ai_company_bodypart (id),
  ae_title text not null default '',
  primary key (client_id, bodypart_id)
);

create table ai_report (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  study_id uuid not null,
  ai_company_id uuid not null references ai_company (id),
  status text not null default 'Sending' check (status in ('Sending', 'In_Process', 'Ready', 'Transferred', 'Appended', 'Rejected', 'Failed')),
  modality text not null default '',
  bodypart text not null default '',
  ae_title text not null default '',
  -- What was sent: [{ id, class }] of studies or series.
  records jsonb not null default '[]',
  report_html text not null default '',
  file_id uuid,
  critical boolean not null default false,
  viewer_url text not null default '',
  last_error text not null default '',
  sent_by uuid,
  sent_on timestamptz not null default now(),
  received_on timestamptz,
  settled_by uuid,
  settled_on timestamptz,
  primary key (client_id, id),
  foreign key (client_id, study_id) references study (client_id, id)
);
create index ai_report_by_study on ai_report (client_id, study_id, sent_on desc);

-- Reports that go out by HL7 or XML (DECISIONS "Reports"): F at Verified, C for what comes later.
create table report_dispatch (
  client_id uuid not null references client (id),
  id uuid not null,
  study_id uuid not null,
  report_id uuid not null,
  report_no int not null,
  report_rev int not null,
  kind text not null check (kind in ('HL7', 'XML')),
  result_status text not null check (result_status in ('F', 'C')),
  state text not null default 'Waiting' check (state in ('Waiting', 'Sent', 'Failed')),
  attempts int not null default 0,
  last_error text not null default '',
  ack text not null default '',
  control_id text not null default '',
  created timestamptz not null default now(),
  sent timestamptz,
  primary key (client_id, id)
);
create index report_dispatch_by_study on report_dispatch (client_id, study_id, created desc);

-- Results of laboratory services of a visit (DECISIONS "Laboratory").
create table lab_report (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  visit_id uuid not null,
  file_id uuid not null,
  service text not null default '',
  created timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, visit_id) references visit (client_id, id)
);
create index lab_report_by_visit on lab_report (client_id, visit_id, created desc);

do $$
declare t text;
begin
  foreach t in array array['client_setting','patient','visit','visit_service','study_comment','document_tag','study_document',
    'shortcut','report_addendum','sign_warning','report_writer','booklet','critical_result','saved_filter','message','share_link',
    'whatsapp_link','client_ai_bodypart','ai_report','report_dispatch','lab_report']
  loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update, delete on %I to readroom_app', t);
  end loop;
end $$;
-- What was signed, and that it was signed over a warning, only grows.
revoke update, delete on report_addendum from readroom_app;
revoke update, delete on sign_warning from readroom_app;

-- A shared link before its client is known.
create function entry.find_share_link(p_hash bytea) returns table (client_id uuid, link_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.client_id, l.id from public.share_link l where l.secret_hash = p_hash
$$;
-- The client that a report-in token belongs to.
create function entry.find_xml_client(p_hash bytea) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.client_id from public.client_setting s join public.client c on c.id = s.client_id
  where s.report_xml_receive_api_token_hash = p_hash and c.active
$$;
-- An AI company by its user name; the password is checked by the caller against the hash.
create function entry.find_ai_company(p_user text) returns table (company_id uuid, pwd_hash text, format text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.id, a.basic_auth_pwd_hash, a.report_response_format from public.ai_company a where a.basic_auth_usr = p_user and a.active
$$;
-- The client whose study a company was sent and has not answered yet.
create function entry.find_ai_request(p_company uuid, p_study_iuid text) returns table (client_id uuid, ai_report_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.client_id, r.id from public.ai_report r
  join public.study s on s.client_id = r.client_id and s.id = r.study_id
  where r.ai_company_id = p_company and s.study_iuid = p_study_iuid and r.status in ('Sending', 'In_Process')
  order by r.sent_on desc limit 1
$$;
revoke all on function entry.find_share_link(bytea) from public;
revoke all on function entry.find_xml_client(bytea) from public;
revoke all on function entry.find_ai_company(text) from public;
revoke all on function entry.find_ai_request(uuid, text) from public;
grant execute on function entry.find_share_link(bytea) to readroom_app;
grant execute on function entry.find_xml_client(bytea) to readroom_app;
grant execute on function entry.find_ai_company(text) to readroom_app;
grant execute on function entry.find_ai_request(uuid, text) to readroom_app;
