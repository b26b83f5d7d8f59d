-- Image servers, tags, templates, studies, reports.

create table pacs (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  type text not null check (type in ('Basic', 'Premium', 'Lite_Postgres')),
  db_host text not null,
  db_port int not null,
  db_name text not null default 'dicom-web',
  db_user text not null default '',
  db_password text not null default '',
  use_tls boolean not null default false,
  viewer_url text not null default '',
  viewer_open_type text not null default 'New_Tab',
  poll_seconds int not null default 5,
  state text not null default 'never' check (state in ('never', 'ok', 'down', 'slow', 'nonsense')),
  state_detail text not null default '',
  last_ok timestamptz,
  last_try timestamptz,
  active boolean not null default true,
  primary key (client_id, id)
);

create table study_tag (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  color text not null,
  type text not null default 'Normal' check (type in ('Normal', 'Critical')),
  active boolean not null default true,
  primary key (client_id, id)
);

create table template (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  department text not null default '',
  category text not null default '',
  modality text not null default '',
  report_data text not null default '',
  conclusion text not null default '',
  recommendation text not null default '',
  no_autosave boolean not null default false,
  active boolean not null default true,
  primary key (client_id, id)
);

create table study (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  study_iuid text not null,
  pacs_id uuid,
  branch_id uuid,
  src_aet text not null default '',
  pat_id text not null default '',
  pat_name text not null default '',
  pat_sex text not null default '',
  pat_birthdate date,
  study_desc text not null default '',
  study_datetime timestamptz,
  received_datetime timestamptz not null default now(),
  modality text not null default '',
  no_of_img int not null default 0,
  accession_no text not null default '',
  ref_physician text not null default '',
  status text not null default 'Pending'
    check (status in ('Pending', 'Draft', 'ReadyForSign', 'Signed', 'Verified')),
  tat int not null default 240,
  no_of_reports int not null default 1 check (no_of_reports between 1 and 5),
  assigned_doctor_id uuid,
  assigned_on timestamptz,
  signed_by_doctor_id uuid,
  signed_on timestamptz,
  verified_on timestamptz,
  verified_by_id uuid,
  tag_id uuid,
  tag_critical_id uuid,
  active_until timestamptz,
  payment_status text not null default '',
  -- The DICOM header as the image server gave it, kept and shown (DECISIONS "Studies").
  dicom_header jsonb not null default '{}',
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index study_by_iuid on study (client_id, study_iuid);
create index study_worklist on study (client_id, received_datetime desc, id desc) where hidden is null;
create index study_branch on study (client_id, branch_id, received_datetime desc, id desc) where hidden is null;
create index study_status on study (client_id, status, received_datetime desc, id desc) where hidden is null;
create index study_assigned on study (client_id, assigned_doctor_id, received_datetime desc) where hidden is null;
create index study_signer on study (client_id, signed_by_doctor_id, received_datetime desc) where hidden is null;
create index study_accession on study (client_id, accession_no text_pattern_ops) where hidden is null;
create index study_pat_id on study (client_id, pat_id text_pattern_ops) where hidden is null;

create table report (
  client_id uuid not null references client (id),
  id uuid not null,
  study_id uuid not null,
  rev int not null default 1,
  report_no int not null check (report_no between 1 and 5),
  report_name text not null default '',
  report_data text not null default '',
  conclusion text not null default '',
  recommendation text not null default '',
  status text not null default 'Pending'
    check (status in ('Pending', 'Draft', 'ReadyForSign', 'Signed', 'Verified')),
  is_main boolean not null default true,
  created timestamptz not null default now(),
  created_by uuid,
  updated timestamptz not null default now(),
  updated_by uuid,
  signed_on timestamptz,
  signed_by_doctor_id uuid,
  signed_hash text not null default '',
  verified_on timestamptz,
  verified_by_id uuid,
  primary key (client_id, id),
  foreign key (client_id, study_id) references study (client_id, id)
);
create unique index report_by_number on report (client_id, study_id, report_no);

-- History: a version starts at Draft, ReadyForSign, Sign or a change of author; autosaves of one author overwrite one.
create table report_version (
  client_id uuid not null references client (id),
  id uuid not null,
  report_id uuid not null,
  study_id uuid not null,
  report_no int not null,
  rev int not null,
  status text not null,
  report_data text not null,
  conclusion text not null,
  recommendation text not null,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  created_by uuid,
  primary key (client_id, id)
);
create index report_version_by_study on report_version (client_id, study_id, created desc);
