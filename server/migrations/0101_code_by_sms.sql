-- One-time codes at sign-in by SMS: which way a client sends them, and where a person is reached by it.
alter table client add column otp_channel text not null default 'E' check (otp_channel in ('E', 'S'));

drop function entry.find_login(text);
create function entry.find_login(p_name text)
returns table (client_id uuid, user_id uuid, password_hash text, user_type text, is_client_admin boolean,
  email text, mobile text, phone_code text, captcha_rule text, otp_rule text, otp_channel text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.client_id, u.id, u.password_hash, u.user_type, u.is_client_admin, u.email, u.mobile, c.phone_code,
    c.captcha_rule, c.otp_rule, c.otp_channel
  from entry.login_name n
  join public.app_user u on u.client_id = n.client_id and u.id = n.user_id
  join public.client c on c.id = u.client_id
  where n.name = lower(p_name) and u.active and c.active
$$;

-- Where the next code of a half-done sign-in goes, by its token; no row once it is over or used up.
create function entry.find_pending_code(p_token_hash bytea, p_max int, p_at timestamptz)
returns table (client_id uuid, user_id uuid, device_id uuid, email text, mobile text, phone_code text, otp_channel text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.client_id, o.user_id, o.device_id, u.email, u.mobile, c.phone_code, c.otp_channel
  from entry.otp o
  join public.app_user u on u.client_id = o.client_id and u.id = o.user_id
  join public.client c on c.id = o.client_id
  where o.token_hash = p_token_hash and o.expires > p_at and o.tries < p_max and u.active and c.active
$$;
revoke all on function entry.find_login(text), entry.find_pending_code(bytea, int, timestamptz) from public;
grant execute on function entry.find_login(text), entry.find_pending_code(bytea, int, timestamptz) to readroom_app;
