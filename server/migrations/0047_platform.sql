-- The platform's own tables and the role that reads and writes them (DECISIONS "Tenants and people"): readroom_platform
-- sees clients, licences and AI companies of all, and no row of a patient. The application's role keeps to its client.

alter table client
  add column basic_auth_usr text not null default '',
  add column basic_auth_pwd_hash text not null default '',
  -- The person who was entered with the client; its administrator.
  add column admin_user_id uuid,
  add column rev int not null default 1,
  add column created timestamptz not null default now(),
  add column hidden timestamptz;
create index client_by_basic_auth on client (basic_auth_usr) where basic_auth_usr <> '';

create table licence (
  id uuid primary key,
  rev int not null default 1,
  name text not null,
  licence_key text not null,
  no_of_branches int not null check (no_of_branches between 0 and 100000),
  no_of_doctors int not null check (no_of_doctors between 0 and 100000),
  expired_on date not null,
  main_module_ids text[] not null default '{}',
  used_by uuid references client (id),
  using_from_date date,
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz
);
create unique index licence_by_key on licence (licence_key);
create index licence_by_client on licence (used_by) where used_by is not null;
alter table licence enable row level security;

alter table ai_company
  add column created timestamptz not null default now(),
  add column hidden timestamptz;
alter table client_ai_bodypart
  add column price numeric(12, 3),
  add column currency text check (currency in ('USD', 'INR', 'KWD'));

-- AI body parts are the platform's and shown to every client (spec 2 section 2.10).
create table ai_body_part (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  disp_odr int not null default 0,
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index ai_body_part_by_name on ai_body_part (client_id, lower(name)) where hidden is null;
create table ai_body_part_item (
  client_id uuid not null references client (id),
  id uuid not null,
  body_part_id uuid not null,
  place int not null,
  heading text not null,
  description text not null default '',
  specifications text not null default '',
  photo_file_id uuid,
  primary key (client_id, id),
  foreign key (client_id, body_part_id) references ai_body_part (client_id, id)
);
create index ai_body_part_item_by_part on ai_body_part_item (client_id, body_part_id, place);
do $$
declare t text;
begin
  foreach t in array array['ai_body_part', 'ai_body_part_item'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
    execute format($p$create policy shared on %I for select
      using (client_id = '00000000-0000-7000-8000-000000000001')$p$, t);
    execute format('grant select, insert, update, delete on %I to readroom_app', t);
  end loop;
end $$;
create policy shared on file for select
  using (client_id = '00000000-0000-7000-8000-000000000001' and purpose = 'bodypart_photo');

-- What the platform's role may: these tables and nothing else.
create policy platform on client to readroom_platform using (true) with check (true);
create policy platform on licence to readroom_platform using (true) with check (true);
grant select, insert, update on client, licence, ai_company, ai_company_bodypart to readroom_platform;
-- How many a client has, for the lists of clients and the limits of licences: counts alone.
create function entry.count_of_clients() returns table (client_id uuid, pacs_count int, branches_count int, doctors_count int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id,
    (select count(*)::int from public.pacs p where p.client_id = c.id and p.hidden is null),
    (select count(*)::int from public.branch b where b.client_id = c.id and b.hidden is null),
    (select count(*)::int from public.app_user u where u.client_id = c.id and u.hidden is null and u.active
      and (u.is_doctor or u.is_clinic_doctor))
  from public.client c where c.hidden is null
$$;
revoke all on function entry.count_of_clients() from public;
grant usage on schema entry to readroom_platform;
grant execute on function entry.count_of_clients() to readroom_platform;

-- The licence that a client works under: the one in use that ends last.
create function entry.licence_of(p_client uuid)
returns table (name text, no_of_branches int, no_of_doctors int, expired_on date, main_module_ids text[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.name, l.no_of_branches, l.no_of_doctors, l.expired_on, l.main_module_ids
  from public.licence l where l.used_by = p_client and l.active and l.hidden is null
  order by l.expired_on desc, l.id desc limit 1
$$;
-- A key is used by one client, once; the client gets its modules. Answers nothing where the key may not be used.
create function entry.activate_licence(p_client uuid, p_key text, p_day date) returns table (name text, expired_on date)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with used as (
    update public.licence l set used_by = p_client, using_from_date = p_day, rev = l.rev + 1
    where l.licence_key = p_key and l.active and l.hidden is null and l.expired_on >= p_day
      and (l.used_by is null or l.used_by = p_client)
    returning l.name, l.expired_on, l.main_module_ids),
  given as (
    update public.client c set main_modules = used.main_module_ids, rev = c.rev + 1
    from used where c.id = p_client)
  select used.name, used.expired_on from used
$$;
revoke all on function entry.licence_of(uuid) from public;
revoke all on function entry.activate_licence(uuid, text, date) from public;
grant execute on function entry.licence_of(uuid) to readroom_app, readroom_platform;
grant execute on function entry.activate_licence(uuid, text, date) to readroom_app;
