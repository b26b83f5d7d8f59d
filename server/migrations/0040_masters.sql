-- Masters (spec 2): the reference data of a client, and those that the platform keeps for all clients.
-- The platform is a client of its own with one fixed id: its rows of the shared masters are read by everybody.

insert into client (id, name, main_modules) values ('00000000-0000-7000-8000-000000000001', 'Readroom platform', '{}');

alter table role
  -- Devices know records by an id of this kind; the wire knows a role by its number.
  add column uid uuid not null default gen_random_uuid(),
  add column rev int not null default 1,
  add column active boolean not null default true,
  add column sales_report text not null default 'All' check (sales_report in ('All', 'Self_Created_Only')),
  add column sales_invoice text not null default 'All' check (sales_invoice in ('All', 'Paid_Only', 'Pending_Only')),
  add column created timestamptz not null default now(),
  add column hidden timestamptz;
create unique index role_by_uid on role (client_id, uid);

insert into role (client_id, id, name, modules)
values ('00000000-0000-7000-8000-000000000001', 2, 'Platform administrator', '{manage_clients,manage_masters,manage_users}');

-- A department is the platform's; what it costs and takes at a client stands in department_client (spec 2 section 2.7).
create table department (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  isradiology boolean not null default true,
  islaboratory boolean not null default false,
  modalities text[] not null default '{}',
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index department_by_name on department (client_id, isradiology, lower(name)) where hidden is null;

create table department_client (
  client_id uuid not null references client (id),
  -- The department's.
  id uuid not null,
  rev int not null default 1,
  charges numeric(14, 3) not null default 0,
  tat int not null default 0,
  slot_duration int not null default 15 check (slot_duration between 1 and 1440),
  default_refdr_charges numeric(14, 3) not null default 0,
  default_refdr_charges_type text not null default 'Percent' check (default_refdr_charges_type in ('Percent', 'Flat')),
  -- Teleradiology: what a branch pays and what a doctor gets, by id.
  branch_charges jsonb not null default '{}',
  doctor_charges jsonb not null default '{}',
  -- The rule "one exam at a time" of its machines, which a department may switch off (DECISIONS "Visit").
  may_overlap boolean not null default false,
  primary key (client_id, id)
);

create table machine (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  branch_id uuid not null,
  department_id uuid not null,
  name text not null,
  aet text not null,
  modality text not null,
  disp_odr int not null default 0,
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id),
  foreign key (client_id, branch_id) references branch (client_id, id)
);
create unique index machine_by_name on machine (client_id, branch_id, department_id, lower(name)) where hidden is null;
create index machine_by_department on machine (client_id, department_id);

create table service (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  department_id uuid not null,
  name text not null,
  code text not null default '',
  type text not null default 'Exam_Service' check (type in ('Exam_Service', 'Exam_Consumable')),
  charges numeric(14, 3) not null default 0,
  tat int not null default 0,
  default_refdr_charges numeric(14, 3) not null default 0,
  default_refdr_charges_type text not null default 'Percent' check (default_refdr_charges_type in ('Percent', 'Flat')),
  is_outsourced boolean not null default false,
  -- Charge by branch id: its own where it differs (appointments); what a branch pays, a doctor gets (teleradiology).
  branches jsonb not null default '{}',
  branch_charges jsonb not null default '{}',
  doctor_charges jsonb not null default '{}',
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index service_by_name on service (client_id, department_id, lower(name)) where hidden is null;
create index service_by_code on service (client_id, code) where hidden is null and code <> '';

alter table study_tag
  add column charges numeric(14, 3) not null default 0,
  add column branch_charges jsonb not null default '{}',
  add column doctor_charges jsonb not null default '{}',
  add column created timestamptz not null default now(),
  add column hidden timestamptz;
alter table document_tag
  add column created timestamptz not null default now(),
  add column hidden timestamptz;
alter table shortcut
  add column created timestamptz not null default now(),
  add column hidden timestamptz;

create table discount_head (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  percent numeric(5, 2) not null check (percent between 0 and 100),
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index discount_head_by_name on discount_head (client_id, lower(name)) where hidden is null;

create table payment_type_scheme (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index payment_type_scheme_by_name on payment_type_scheme (client_id, lower(name)) where hidden is null;

create table ref_dr_scheme (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  patient_share numeric(5, 2) not null check (patient_share between 0 and 100),
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index ref_dr_scheme_by_name on ref_dr_scheme (client_id, lower(name)) where hidden is null;

-- Rates of a referrer; hospital_id is the nil id for "Without Hospital".
create table ref_dr_commission_department (
  client_id uuid not null references client (id),
  ref_dr_id uuid not null,
  hospital_id uuid not null,
  branch_id uuid not null,
  department_id uuid not null,
  rev int not null default 1,
  charges_per numeric(5, 2) not null check (charges_per between 0 and 100),
  primary key (client_id, ref_dr_id, hospital_id, branch_id, department_id)
);
create table ref_dr_commission_service (
  client_id uuid not null references client (id),
  ref_dr_id uuid not null,
  hospital_id uuid not null,
  branch_id uuid not null,
  service_id uuid not null,
  rev int not null default 1,
  charges numeric(14, 3) not null check (charges >= 0),
  charges_type text not null check (charges_type in ('Percent', 'Flat')),
  -- What the patient of this referrer pays for the service there; null is the usual price.
  service_charges numeric(14, 3) check (service_charges >= 0),
  primary key (client_id, ref_dr_id, hospital_id, branch_id, service_id)
);

create table package (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  is_radiology boolean not null default true,
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index package_by_name on package (client_id, lower(name)) where hidden is null;
create table package_service (
  client_id uuid not null references client (id),
  package_id uuid not null,
  service_id uuid not null,
  place int not null,
  charges numeric(14, 3) not null check (charges >= 0),
  primary key (client_id, package_id, service_id),
  foreign key (client_id, package_id) references package (client_id, id),
  foreign key (client_id, service_id) references service (client_id, id)
);

create table que_screen (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  -- In the public address: unguessable, and no id of anything else.
  uid text not null,
  name text not null,
  branch_id uuid not null,
  banner_file_id uuid,
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id),
  foreign key (client_id, branch_id) references branch (client_id, id)
);
create index que_screen_by_uid on que_screen (uid);
create unique index que_screen_by_name on que_screen (client_id, branch_id, lower(name)) where hidden is null;
create table que_screen_machine (
  client_id uuid not null references client (id),
  screen_id uuid not null,
  machine_id uuid not null,
  place int not null,
  alias text not null default '',
  primary key (client_id, screen_id, machine_id),
  foreign key (client_id, screen_id) references que_screen (client_id, id),
  foreign key (client_id, machine_id) references machine (client_id, id)
);

create table consent_form (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  name_slang text not null default '',
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index consent_form_by_name on consent_form (client_id, lower(name)) where hidden is null;
create table consent_question (
  client_id uuid not null references client (id),
  id uuid not null,
  consent_form_id uuid not null,
  place int not null,
  ques text not null,
  ques_slang text not null default '',
  ans_type text not null check (ans_type in ('Single', 'Multiple', 'Text')),
  -- Separated by |.
  ans_options text not null default '',
  ans_options_slang text not null default '',
  hidden timestamptz,
  primary key (client_id, id),
  foreign key (client_id, consent_form_id) references consent_form (client_id, id)
);
create index consent_question_by_form on consent_question (client_id, consent_form_id, place);

alter table template
  add column created timestamptz not null default now(),
  add column hidden timestamptz;
alter table pacs
  add column created timestamptz not null default now(),
  add column hidden timestamptz;
alter table branch
  add column created timestamptz not null default now(),
  add column hidden timestamptz;
alter table app_user
  add column fname text not null default '',
  add column lname text not null default '',
  add column department_id uuid,
  add column education text not null default '',
  add column speciality text not null default '',
  add column dr_his_code text not null default '',
  add column ref_dr_area text not null default '',
  add column address text not null default '',
  add column ref_dr_is_commission boolean not null default false,
  add column ref_dr_commission_on text not null default 'Department' check (ref_dr_commission_on in ('Service', 'Department')),
  add column refdr_comm_on_price text not null default 'Discounted' check (refdr_comm_on_price in ('Discounted', 'Actual')),
  add column refdr_share_in_discount int not null default 0 check (refdr_share_in_discount between 0 and 99),
  add column created timestamptz not null default now(),
  add column hidden timestamptz;
update app_user set fname = split_part(name, ' ', 1), lname = ltrim(substr(name, length(split_part(name, ' ', 1)) + 1));

do $$
declare t text;
begin
  foreach t in array array['department','department_client','machine','service','discount_head','payment_type_scheme',
    'ref_dr_scheme','ref_dr_commission_department','ref_dr_commission_service','package','package_service','que_screen',
    'que_screen_machine','consent_form','consent_question']
  loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update, delete on %I to readroom_app', t);
  end loop;
  -- What the platform keeps, every client reads.
  foreach t in array array['department','document_tag'] loop
    execute format($p$create policy shared on %I for select
      using (client_id = '00000000-0000-7000-8000-000000000001')$p$, t);
  end loop;
end $$;

-- The departments that a centre knows; the platform's administrator changes them.
insert into department (client_id, id, name, isradiology, islaboratory, modalities)
select '00000000-0000-7000-8000-000000000001', gen_random_uuid(), d.name, d.isradiology, d.islaboratory, d.modalities
from (values
  ('X-Ray', true, false, '{CR,DX}'::text[]),
  ('CT', true, false, '{CT}'),
  ('MRI', true, false, '{MR}'),
  ('Ultrasound', true, false, '{US}'),
  ('Mammography', true, false, '{MG}'),
  ('Fluoroscopy', true, false, '{RF,XA}'),
  ('Nuclear Medicine', true, false, '{NM,PT}'),
  ('Bone Densitometry', true, false, '{BMD}'),
  ('Dental', true, false, '{PX,IO}'),
  ('Cardiology', false, false, '{}'),
  ('General Medicine', false, false, '{}'),
  ('Gynaecology', false, false, '{}'),
  ('Orthopaedics', false, false, '{}'),
  ('Paediatrics', false, false, '{}'),
  ('Physiotherapy', false, false, '{}'),
  ('Laboratory', false, true, '{}')
) as d (name, isradiology, islaboratory, modalities);
