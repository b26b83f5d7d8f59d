-- People: roles by name, names to sign in by, ends of sessions, a client's company, who made a visit.

create unique index role_by_name on role (client_id, lower(name)) where hidden is null;
create index app_user_by_role on app_user (client_id, role_id) where hidden is null;

-- What papers print below a doctor's name is made of the two fields of the form from now on.
update app_user set education = title where education = '' and title <> '';

-- Company Detail (spec 1 section 2); its name is the client's.
create table company_detail (
  client_id uuid primary key references client (id),
  rev int not null default 1,
  address text not null default '',
  email text not null default '',
  email2 text not null default '',
  phone text not null default '',
  phone2 text not null default '',
  logo_file_id uuid,
  powered_logo_file_id uuid,
  api_host_url text not null default ''
);
alter table company_detail enable row level security;
create policy tenant on company_detail
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on company_detail to readroom_app;

-- Roles whose sales scope is Self_Created_Only see what their holder made; older visits are nobody's.
alter table visit add column created_by uuid;
create index visit_by_creator on visit (client_id, created_by, start_dt desc);

-- Logos, and the pictures of body parts, queue screens and booklets that come with the masters.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (purpose in ('report_image', 'letterhead', 'signature',
  'photo', 'document', 'booklet_image', 'logo', 'bodypart_photo', 'que_banner', 'booklet_cover'));

-- As in 0004, and a person without a user name signs in by nothing: a referrer who is only known.
create or replace function entry.set_login_names(p_client uuid, p_user uuid, p_username text, p_email text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from entry.login_name where client_id = p_client and user_id = p_user;
  insert into entry.login_name (name, client_id, user_id)
  select lower(p_username), p_client, p_user where p_username <> '';
  insert into entry.login_name (name, client_id, user_id)
  select lower(p_email), p_client, p_user where p_username <> '' and p_email <> ''
  on conflict (name) do nothing;
$$;

-- Ends the sessions of a person, all but the one named.
create function entry.revoke_user_sessions(p_client uuid, p_user uuid, p_but uuid, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update entry.session set revoked = p_at
  where client_id = p_client and user_id = p_user and revoked is null and session_id is distinct from p_but
$$;

-- As in 0011, and somebody who was dismissed holds no copies any more either: the device wipes them at its next
-- contact, and what it has not sent stays sealed for the administrator (DECISIONS "Devices without a vault").
create or replace function entry.is_token_of_revoked_device(p_token_hash bytea) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from entry.session s
    join public.app_user u on u.client_id = s.client_id and u.id = s.user_id
    left join public.device d on d.client_id = s.client_id and d.id = s.device_id and d.user_id = s.user_id
    where s.token_hash = p_token_hash and (d.revoked is not null or not u.active))
$$;

revoke all on function entry.revoke_user_sessions(uuid, uuid, uuid, timestamptz) from public;
grant execute on function entry.revoke_user_sessions(uuid, uuid, uuid, timestamptz) to readroom_app;
