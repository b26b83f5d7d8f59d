-- Passkeys of people, their recovery codes, and the challenges that passkeys sign (docs/decisions/258).

-- A removed passkey keeps its row: what it signed is verified with its public key later.
create table passkey (
  client_id uuid not null references client (id),
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null check (octet_length(credential_id) between 16 and 1023),
  -- COSE key.
  public_key bytea not null,
  -- Domain name that the browser bound it to.
  rp_id text not null,
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (name <> ''),
  made timestamptz not null,
  last_used timestamptz,
  removed timestamptz,
  removed_by uuid,
  -- The authenticator can derive secrets from it (WebAuthn PRF), as the browser said.
  has_prf boolean not null default false,
  -- It may be copied to other devices of its person, and it was.
  is_backup_eligible boolean not null default false,
  is_backed_up boolean not null default false,
  primary key (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id),
  check (removed is not null or removed_by is null)
);
create unique index passkey_by_credential on passkey (client_id, credential_id);
create index passkey_of_user on passkey (client_id, user_id) where removed is null;

create table recovery_code (
  client_id uuid not null references client (id),
  user_id uuid not null,
  -- The code begins with it, so that one hash is tried and not ten.
  place int not null check (place between 0 and 9),
  code_hash text not null,
  made timestamptz not null,
  used timestamptz,
  primary key (client_id, user_id, place),
  foreign key (client_id, user_id) references app_user (client_id, id)
);

do $$
declare t text;
begin
  foreach t in array array['passkey', 'recovery_code'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
  end loop;
end $$;
grant select, insert, update on passkey to readroom_app;
grant select, insert, update, delete on recovery_code to readroom_app;

-- Whoever signs in by a passkey alone is found by it, so a credential is one person's in the whole house, for ever.
create table entry.passkey_owner (
  credential_id bytea primary key,
  client_id uuid not null,
  user_id uuid not null
);

-- False where the credential is somebody's already.
create function entry.claim_passkey(p_credential_id bytea, p_client uuid, p_user uuid) returns boolean
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with claimed as (
    insert into entry.passkey_owner (credential_id, client_id, user_id) values (p_credential_id, p_client, p_user)
    on conflict do nothing returning 1)
  select exists (select 1 from claimed)
$$;
revoke all on function entry.claim_passkey(bytea, uuid, uuid) from public;
grant execute on function entry.claim_passkey(bytea, uuid, uuid) to readroom_app;

-- Only a hash of a challenge is kept. It is used up by the first answer to it, right or wrong.
create table entry.passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'confirm', 'sign_in', 'second_factor', 'first_passkey')),
  -- Nobody yet where a passkey alone signs in.
  client_id uuid,
  user_id uuid,
  -- The session that asked; absent before there is one.
  session_id uuid,
  device_id uuid,
  expires timestamptz not null,
  check ((client_id is null) = (user_id is null)),
  check ((user_id is null) = (purpose = 'sign_in'))
);
create index passkey_challenge_expiry on entry.passkey_challenge (expires);

create function entry.put_passkey_challenge(p_hash bytea, p_purpose text, p_client uuid, p_user uuid, p_session uuid,
  p_device uuid, p_expires timestamptz, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from entry.passkey_challenge where expires < p_at;
  insert into entry.passkey_challenge (challenge_hash, purpose, client_id, user_id, session_id, device_id, expires)
  values (p_hash, p_purpose, p_client, p_user, p_session, p_device, p_expires);
$$;

-- Uses a challenge up: of two answers to one challenge the second finds none.
create function entry.take_passkey_challenge(p_hash bytea, p_purpose text, p_at timestamptz)
returns table (client_id uuid, user_id uuid, session_id uuid, device_id uuid)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from entry.passkey_challenge c
  where c.challenge_hash = p_hash and c.purpose = p_purpose and c.expires > p_at
  returning c.client_id, c.user_id, c.session_id, c.device_id
$$;

revoke all on function entry.put_passkey_challenge(bytea, text, uuid, uuid, uuid, uuid, timestamptz, timestamptz),
  entry.take_passkey_challenge(bytea, text, timestamptz) from public;
grant execute on function
  entry.put_passkey_challenge(bytea, text, uuid, uuid, uuid, uuid, timestamptz, timestamptz),
  entry.take_passkey_challenge(bytea, text, timestamptz) to readroom_app;

-- A person is told of what may be somebody else's doing, whatever is muted.
alter table notification drop constraint notification_kind_check, drop constraint notification_subject_type_check,
  add constraint notification_kind_check check (kind in ('study_assigned', 'critical_result', 'booking_request',
    'ai_result', 'hl7_failed', 'message_failed', 'device_added', 'passkey_added', 'passkey_removed',
    'sign_in_failed', 'password_reset', 'recovery_code_used')),
  add constraint notification_subject_type_check check (subject_type in ('study', 'booking_request', 'patient',
    'message', 'device', 'passkey', 'person'));
alter table notification_setting drop constraint notification_setting_muted_check,
  add constraint notification_setting_muted_check check (not muted && array['critical_result', 'device_added',
    'passkey_added', 'passkey_removed', 'sign_in_failed', 'password_reset', 'recovery_code_used']);
