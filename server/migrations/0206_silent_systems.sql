-- A system that is silent for longer than its own setting (docs/decisions/322): the administrators are told once.

alter table exchange_peer
  -- In hours in which a branch of the client is open; null where nobody wants to be told.
  add column silent_after_hours int check (silent_after_hours between 1 and 720),
  -- When it was last heard before its silence was told; null while no silence stands.
  add column silent_since timestamptz(3);

-- Clients that watch one system at least, or where a silence stands that nobody watches any more.
create function entry.clients_with_watched_peers() returns table (client_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct p.client_id from public.exchange_peer p
  join public.client c on c.id = p.client_id
  where c.active and (p.silent_after_hours is not null or p.silent_since is not null)
$$;
revoke all on function entry.clients_with_watched_peers() from public;
grant execute on function entry.clients_with_watched_peers() to readroom_app;

alter table notification drop constraint notification_kind_check, drop constraint notification_subject_type_check,
  add constraint notification_kind_check check (kind in ('study_assigned', 'critical_result', 'booking_request',
    'ai_result', 'hl7_failed', 'message_failed', 'interface_silent', 'interface_heard', 'device_added',
    'passkey_added', 'passkey_removed', 'sign_in_failed', 'password_reset', 'recovery_code_used')),
  add constraint notification_subject_type_check check (subject_type in ('study', 'booking_request', 'patient',
    'message', 'device', 'passkey', 'person', 'interface'));
