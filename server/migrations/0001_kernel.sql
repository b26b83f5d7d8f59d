-- The ground: roles, tenants, people, sessions, the command log, the change feed, the audit trail, files.
-- Rules (STACK.md "tenants"): client_id leads every key; plain policies; no triggers; ids come from the application.

create table client (
  id uuid primary key,
  name text not null,
  locale text not null default 'en-IN',
  currency text not null default 'INR',
  no_of_decimal int not null default 2,
  country_id int not null default 91,
  phone_code text not null default '91',
  main_modules text[] not null default '{}',
  report_edit_type text not null default 'Addendum' check (report_edit_type in ('Addendum', 'UpdateContent')),
  captcha_rule text not null default 'always' check (captcha_rule in ('always', 'after_failure')),
  otp_rule text not null default 'Off' check (otp_rule in ('Off', 'New_Device', 'Always')),
  active boolean not null default true
);

create table role (
  client_id uuid not null references client (id),
  id int not null,
  name text not null,
  modules text[] not null default '{}',
  primary key (client_id, id)
);

create table branch (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  time_zone text not null default 'Asia/Kolkata',
  aet_sources text[] not null default '{}',
  pacs_id uuid,
  tat_type text not null default 'Fixed' check (tat_type in ('Fixed', 'Service', 'Department')),
  tat_minutes int not null default 240,
  margins jsonb not null default '{"top":40,"right":18,"bottom":28,"left":18}',
  margins_plain jsonb not null default '{"top":18,"right":18,"bottom":18,"left":18}',
  header_file_id uuid,
  footer_file_id uuid,
  header_height_mm numeric not null default 34,
  footer_height_mm numeric not null default 20,
  show_age boolean not null default true,
  disclaimer text not null default '',
  active boolean not null default true,
  primary key (client_id, id)
);

create table app_user (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  username text not null,
  email text not null default '',
  mobile text not null default '',
  password_hash text not null,
  name text not null,
  user_type text not null check (user_type in ('ADMIN', 'CLIENT', 'PATIENT')),
  role_id int not null,
  branch_ids uuid[] not null default '{}',
  is_client_admin boolean not null default false,
  can_create_branch boolean not null default false,
  is_doctor boolean not null default false,
  is_clinic_doctor boolean not null default false,
  is_ref_doctor boolean not null default false,
  ref_doctor_type text not null default '' check (ref_doctor_type in ('', 'Doctor', 'Hospital')),
  can_sign boolean not null default false,
  view_image_only boolean not null default false,
  archive_date_range text not null default 'Today',
  allowed_ips text[] not null default '{}',
  title text not null default '',
  licence_no text not null default '',
  signature_file_id uuid,
  photo_file_id uuid,
  active boolean not null default true,
  primary key (client_id, id),
  foreign key (client_id, role_id) references role (client_id, id)
);

-- What runs before the client is known lives in `entry` (STACK.md "tenants"); the app role reaches it by functions only.
create schema entry;

create table entry.login_name (
  name text primary key,
  client_id uuid not null,
  user_id uuid not null
);

create table entry.session (
  token_hash bytea primary key,
  session_id uuid not null,
  client_id uuid not null,
  user_id uuid not null,
  device_id uuid,
  created timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  expires timestamptz not null,
  revoked timestamptz,
  address text not null default ''
);
create index session_by_user on entry.session (client_id, user_id);

create table entry.captcha (
  id text primary key,
  answer_hash bytea not null,
  expires timestamptz not null
);

-- One row a key (user name, address or pair) and window; sign-in is throttled by it.
create table entry.sign_in_failure (
  key text primary key,
  count int not null,
  since timestamptz not null
);

create table entry.otp (
  token_hash bytea primary key,
  client_id uuid not null,
  user_id uuid not null,
  device_id uuid,
  code_hash bytea not null,
  tries int not null default 0,
  expires timestamptz not null
);

-- Random link secrets for automatic patient sign-in: never a person's password (DECISIONS "Tenants and people").
create table entry.patient_link (
  secret_hash bytea primary key,
  username text not null,
  client_id uuid not null,
  user_id uuid not null,
  expires timestamptz not null,
  revoked timestamptz
);

create table entry.server_setting (
  name text primary key,
  value text not null
);

create table device (
  client_id uuid not null references client (id),
  id uuid not null,
  user_id uuid not null,
  name text not null default '',
  created timestamptz not null default now(),
  last_contact timestamptz not null default now(),
  revoked timestamptz,
  primary key (client_id, id, user_id)
);

-- Exactly once (SYNC.md "On the server"): claim row, effect and stored answer in one transaction.
create table command_log (
  client_id uuid not null references client (id),
  id uuid not null,
  call text not null,
  input_hash bytea not null,
  user_id uuid not null,
  device_id uuid,
  status int,
  response jsonb,
  result_rev int,
  pos bigint,
  keep_for_ever boolean not null default false,
  at timestamptz not null default now(),
  primary key (client_id, id)
);
create index command_log_age on command_log (client_id, at) where not keep_for_ever;

create table feed_head (
  client_id uuid primary key references client (id),
  pos bigint not null default 0
) with (fillfactor = 50);

create table change_feed (
  client_id uuid not null references client (id),
  pos bigint not null,
  type text not null,
  id uuid not null,
  rev int not null,
  op text not null check (op in ('put', 'leave')),
  scope text not null,
  at timestamptz not null default now(),
  primary key (client_id, pos)
);

create table audit_trail (
  client_id uuid not null references client (id),
  id uuid not null,
  at timestamptz not null default now(),
  user_id uuid,
  action text not null,
  type text not null,
  record_id uuid,
  detail jsonb not null default '{}',
  primary key (client_id, id)
);
create index audit_by_record on audit_trail (client_id, type, record_id, at);

create table file (
  client_id uuid not null references client (id),
  id uuid not null,
  sha256 bytea not null,
  mime text not null,
  bytes bigint not null,
  name text not null default '',
  -- What decides who may read it: report images follow the study, letterheads the client, signatures their doctor.
  purpose text not null check (purpose in ('report_image', 'letterhead', 'signature', 'photo', 'document')),
  owner_id uuid,
  created_by uuid,
  created timestamptz not null default now(),
  primary key (client_id, id)
);
