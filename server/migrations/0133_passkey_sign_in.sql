-- Sign-in by passkeys, by rule of the client, and what people are shown of their own sign-ins (docs/decisions/258, 259).

-- Off; offered to everybody; or required, beside the offer, of administrators, of certain roles too, or of everybody.
alter table client
  add column passkey_rule text not null default 'Administrators'
    check (passkey_rule in ('Off', 'Offered', 'Administrators', 'Roles', 'Everybody')),
  add column passkey_roles int[] not null default '{}';
-- The people of the demo have public passwords, and no passkeys.
update client set passkey_rule = 'Offered'
where id in ('397943c8-7725-8a91-8ea9-78847958d3ad', '978dcc93-3b23-8d9e-971d-ff7c78447706') or (id = '00000000-0000-7000-8000-000000000001' and captcha_rule = 'after_failure');

-- `device_key` lets whoever signed in by a passkey alone register the device's key, once, in that session.
alter table entry.passkey_challenge drop constraint passkey_challenge_purpose_check,
  add constraint passkey_challenge_purpose_check check (purpose in
    ('register', 'confirm', 'sign_in', 'second_factor', 'first_passkey', 'device_key'));

-- As take_passkey_challenge, without using it up: for what may be tried several times.
create function entry.find_passkey_challenge(p_hash bytea, p_purpose text, p_at timestamptz)
returns table (client_id uuid, user_id uuid, session_id uuid, device_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.client_id, c.user_id, c.session_id, c.device_id from entry.passkey_challenge c
  where c.challenge_hash = p_hash and c.purpose = p_purpose and c.expires > p_at
$$;

-- Whose a credential is, while they may sign in.
create function entry.find_passkey_owner(p_credential_id bytea)
returns table (client_id uuid, user_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.client_id, u.id
  from entry.passkey_owner o
  join public.app_user u on u.client_id = o.client_id and u.id = o.user_id
  join public.client c on c.id = u.client_id
  where o.credential_id = p_credential_id and u.active and u.hidden is null and c.active and u.user_type <> 'PATIENT'
$$;

-- Writes a failed sign-in down and counts those of the last day since the last one that worked. Two at the same moment
-- wait for each other, so that no count is missed.
create function entry.note_failed_sign_in(p_id uuid, p_client uuid, p_user uuid, p_action text, p_detail jsonb,
  p_at timestamptz) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('failed sign-in ' || p_user::text, 0));
  insert into public.audit_trail (client_id, id, at, user_id, action, type, record_id, detail)
  values (p_client, p_id, p_at, p_user, p_action, 'user', p_user, p_detail);
  return (select count(*)::int from public.audit_trail a
    where a.client_id = p_client and a.type = 'user' and a.record_id = p_user and a.at > p_at - interval '1 day'
      and a.action in ('sign_in_failed', 'otp_failed', 'passkey_failed', 'recovery_failed')
      and a.at >= coalesce((select max(s.at) from public.audit_trail s
        where s.client_id = p_client and s.type = 'user' and s.record_id = p_user and s.action = 'sign_in'
          and s.at > p_at - interval '1 day'), '-infinity'));
end $$;

-- Sessions of a person that are going on, the newest first.
create function entry.sessions_of(p_client uuid, p_user uuid, p_at timestamptz, p_idle interval)
returns table (session_id uuid, device_id uuid, opened timestamptz, last_seen timestamptz, address text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.session_id, s.device_id, s.created, s.last_seen, s.address from entry.session s
  where s.client_id = p_client and s.user_id = p_user and s.revoked is null and s.expires > p_at
    and s.last_seen > p_at - p_idle
  order by s.last_seen desc limit 200
$$;

-- Ends every session of a person but one; how many.
create function entry.revoke_other_sessions(p_client uuid, p_user uuid, p_session uuid, p_at timestamptz) returns int
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with ended as (
    update entry.session set revoked = p_at
    where client_id = p_client and user_id = p_user and session_id <> p_session and revoked is null
    returning 1)
  select count(*)::int from ended
$$;

revoke all on function entry.find_passkey_challenge(bytea, text, timestamptz), entry.find_passkey_owner(bytea),
  entry.note_failed_sign_in(uuid, uuid, uuid, text, jsonb, timestamptz),
  entry.sessions_of(uuid, uuid, timestamptz, interval),
  entry.revoke_other_sessions(uuid, uuid, uuid, timestamptz) from public;
grant execute on function entry.find_passkey_challenge(bytea, text, timestamptz), entry.find_passkey_owner(bytea),
  entry.note_failed_sign_in(uuid, uuid, uuid, text, jsonb, timestamptz),
  entry.sessions_of(uuid, uuid, timestamptz, interval),
  entry.revoke_other_sessions(uuid, uuid, uuid, timestamptz) to readroom_app;
