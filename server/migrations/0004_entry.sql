-- The only door before the client is known (STACK.md "tenants"): sign-in, session, captcha, one-time code, links.
-- Each function runs as readroom_owner with a fixed search_path, answers one narrow question, and takes the time as an
-- argument. Secrets arrive hashed; nothing here returns a list.

-- Who may sign in under this name (user name or e-mail, lower case).
create function entry.find_login(p_name text)
returns table (client_id uuid, user_id uuid, password_hash text, user_type text, is_client_admin boolean,
  email text, captcha_rule text, otp_rule text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.client_id, u.id, u.password_hash, u.user_type, u.is_client_admin, u.email, c.captcha_rule, c.otp_rule
  from entry.login_name n
  join public.app_user u on u.client_id = n.client_id and u.id = n.user_id
  join public.client c on c.id = u.client_id
  where n.name = lower(p_name) and u.active and c.active
$$;

-- True where some active client always asks for the captcha: the hint for a page that knows no user yet.
create function entry.captcha_always() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.client where active and captcha_rule = 'always')
$$;

-- The session fields of spec 1 section 3, without token and session id.
create function entry.session_fields(p_client uuid, p_user uuid)
returns table (client_id uuid, user_id uuid, name text, modules text[], main_modules text[], user_type text,
  country_id int, phone_code text, is_client_admin boolean, can_create_branch boolean, is_clinic_doctor boolean,
  is_doctor boolean, can_sign boolean, is_ref_doctor boolean, ref_doctor_type text, branch_ids uuid[],
  photo_file_id uuid, locale text, currency text, no_of_decimal int, archive_date_range text,
  view_image_only boolean, report_edit_type text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.client_id, u.id, u.name, r.modules, c.main_modules, u.user_type,
    c.country_id, c.phone_code, u.is_client_admin, u.can_create_branch, u.is_clinic_doctor,
    u.is_doctor, u.can_sign, u.is_ref_doctor, u.ref_doctor_type, u.branch_ids,
    u.photo_file_id, c.locale, c.currency, c.no_of_decimal, u.archive_date_range,
    u.view_image_only, c.report_edit_type
  from public.app_user u
  join public.client c on c.id = u.client_id
  join public.role r on r.client_id = u.client_id and r.id = u.role_id
  where u.client_id = p_client and u.id = p_user and u.active and c.active
$$;

create function entry.open_session(p_token_hash bytea, p_session uuid, p_client uuid, p_user uuid, p_device uuid,
  p_expires timestamptz, p_address text, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into entry.session (token_hash, session_id, client_id, user_id, device_id, created, last_seen, expires, address)
  values (p_token_hash, p_session, p_client, p_user, p_device, p_at, p_at, p_expires, p_address);
  insert into public.device (client_id, id, user_id, created, last_contact)
  select p_client, p_device, p_user, p_at, p_at where p_device is not null
  on conflict (client_id, id, user_id) do update set last_contact = excluded.last_contact;
$$;

-- Who holds this token now; no row means the session is over. Touched at most once a minute.
create function entry.find_caller(p_token_hash bytea, p_at timestamptz, p_idle interval)
returns table (session_id uuid, client_id uuid, user_id uuid, device_id uuid, name text, user_type text,
  modules text[], main_modules text[], branch_ids uuid[], is_client_admin boolean, is_doctor boolean,
  can_sign boolean, is_ref_doctor boolean, ref_doctor_type text, allowed_ips text[], expires timestamptz)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with touched as (
    update entry.session t set last_seen = p_at
    where t.token_hash = p_token_hash and t.revoked is null and t.expires > p_at
      and t.last_seen > p_at - p_idle and t.last_seen < p_at - interval '1 minute'
  )
  select s.session_id, s.client_id, s.user_id, s.device_id, u.name, u.user_type,
    r.modules, c.main_modules, u.branch_ids, u.is_client_admin, u.is_doctor,
    u.can_sign, u.is_ref_doctor, u.ref_doctor_type, u.allowed_ips, s.expires
  from entry.session s
  join public.app_user u on u.client_id = s.client_id and u.id = s.user_id
  join public.client c on c.id = s.client_id
  join public.role r on r.client_id = u.client_id and r.id = u.role_id
  where s.token_hash = p_token_hash and s.revoked is null and s.expires > p_at and s.last_seen > p_at - p_idle
    and u.active and c.active
$$;

create function entry.revoke_session(p_client uuid, p_user uuid, p_session uuid, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update entry.session set revoked = p_at
  where client_id = p_client and user_id = p_user and session_id = p_session and revoked is null
$$;

create function entry.put_captcha(p_id text, p_answer_hash bytea, p_expires timestamptz, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from entry.captcha where id in (
    select id from entry.captcha where expires < p_at order by expires limit 100 for update skip locked);
  insert into entry.captcha (id, answer_hash, expires) values (p_id, p_answer_hash, p_expires);
$$;

-- A captcha is used up by the first answer, right or wrong.
create function entry.take_captcha(p_id text, p_answer_hash bytea, p_at timestamptz) returns boolean
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with taken as (delete from entry.captcha where id = p_id returning answer_hash, expires)
  select coalesce((select answer_hash = p_answer_hash and expires > p_at from taken), false)
$$;

create index sign_in_failure_age on entry.sign_in_failure (since);

-- Counts one try under each key in turn and stops at the first key that is over its limit. Counting comes before the
-- password is looked at, so tries sent at the same time cannot slip past. A window starts with its first try and is
-- never prolonged: nobody is locked out for longer than one window.
create function entry.take_try(p_keys text[], p_limits int[], p_at timestamptz, p_window interval)
returns table (key text, count int, since timestamptz, over boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from entry.sign_in_failure f where f.key in (
    select o.key from entry.sign_in_failure o where o.since < p_at - p_window * 2
    order by o.since limit 100 for update skip locked);
  for i in 1 .. array_length(p_keys, 1) loop
    insert into entry.sign_in_failure as f (key, count, since) values (p_keys[i], 1, p_at)
    on conflict on constraint sign_in_failure_pkey do update set
      count = case when f.since <= p_at - p_window then 1 else f.count + 1 end,
      since = case when f.since <= p_at - p_window then p_at else f.since end
    returning f.key, f.count, f.since, f.count > p_limits[i] into key, count, since, over;
    return next;
    exit when over;
  end loop;
end $$;

-- After a right password: `p_reset` start afresh, `p_back` get their one try back.
create function entry.forgive_try(p_reset text[], p_back text[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from entry.sign_in_failure where key = any (p_reset);
  update entry.sign_in_failure set count = greatest(count - 1, 0) where key = any (p_back);
$$;

create function entry.knows_device(p_client uuid, p_user uuid, p_device uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.device
    where client_id = p_client and user_id = p_user and id = p_device and revoked is null)
$$;

create function entry.put_otp(p_token_hash bytea, p_client uuid, p_user uuid, p_device uuid, p_code_hash bytea,
  p_expires timestamptz, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from entry.otp where expires < p_at or (client_id = p_client and user_id = p_user);
  insert into entry.otp (token_hash, client_id, user_id, device_id, code_hash, expires)
  values (p_token_hash, p_client, p_user, p_device, p_code_hash, p_expires);
$$;

-- One try of a code. `right` uses it up; after p_max wrong ones the half-done sign-in is gone.
create function entry.try_otp(p_token_hash bytea, p_code_hash bytea, p_max int, p_at timestamptz)
returns table (is_right boolean, client_id uuid, user_id uuid, device_id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare tried entry.otp;
begin
  update entry.otp o set tries = o.tries + 1
  where o.token_hash = p_token_hash and o.expires > p_at and o.tries < p_max
  returning * into tried;
  if tried.token_hash is null then return; end if;
  is_right := tried.code_hash = p_code_hash;
  if is_right or tried.tries >= p_max then
    delete from entry.otp o where o.token_hash = p_token_hash;
  end if;
  client_id := tried.client_id; user_id := tried.user_id; device_id := tried.device_id;
  return next;
end $$;

create function entry.put_patient_link(p_secret_hash bytea, p_username text, p_client uuid, p_user uuid,
  p_expires timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into entry.patient_link (secret_hash, username, client_id, user_id, expires)
  values (p_secret_hash, lower(p_username), p_client, p_user, p_expires)
$$;

create function entry.find_patient_link(p_username text, p_secret_hash bytea, p_at timestamptz)
returns table (client_id uuid, user_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.client_id, l.user_id
  from entry.patient_link l
  join public.app_user u on u.client_id = l.client_id and u.id = l.user_id
  where l.secret_hash = p_secret_hash and l.username = lower(p_username)
    and l.expires > p_at and l.revoked is null and u.active and u.user_type = 'PATIENT'
$$;

create function entry.revoke_patient_links(p_client uuid, p_user uuid, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update entry.patient_link set revoked = p_at where client_id = p_client and user_id = p_user and revoked is null
$$;

-- The names one user signs in by. A user name that is taken is refused (unique_violation); an e-mail that another
-- person signs in by stays theirs.
create function entry.set_login_names(p_client uuid, p_user uuid, p_username text, p_email text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from entry.login_name where client_id = p_client and user_id = p_user;
  insert into entry.login_name (name, client_id, user_id) values (lower(p_username), p_client, p_user);
  insert into entry.login_name (name, client_id, user_id)
  select lower(p_email), p_client, p_user where p_email <> ''
  on conflict (name) do nothing;
$$;

-- Sign-in happens before a tenant transaction exists, so its audit lines come in by this door.
create function entry.audit_sign_in(p_id uuid, p_client uuid, p_user uuid, p_action text, p_detail jsonb,
  p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.audit_trail (client_id, id, at, user_id, action, type, record_id, detail)
  values (p_client, p_id, p_at, p_user, p_action, 'user', p_user, p_detail)
$$;

revoke all on all functions in schema entry from public;
grant execute on all functions in schema entry to readroom_app;
