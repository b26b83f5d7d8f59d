-- Certificates of TLS between this server and a client's partners (docs/decisions/340): those that the other side showed at a
-- place, and those that are kept with an image server. Administrators are told of each once when it ends soon, and once when it
-- has ended.

create table partner_certificate (
  client_id uuid not null references client (id),
  id uuid not null,
  -- Shown by the other side; shown by us; an authority of the house that is trusted.
  role text not null check (role in ('server', 'client', 'authority')),
  -- `host:port` of the other side; of the others the id of the image server.
  place text not null,
  -- SHA-256 of the certificate: another one is another matter.
  print text not null,
  subject text not null,
  begins timestamptz(3) not null,
  ends timestamptz(3) not null,
  first_met timestamptz(3) not null,
  met timestamptz(3) not null,
  -- What was told last, and of which certificate.
  told text not null default '' check (told in ('', 'ending', 'expired')),
  told_print text not null default '',
  -- Everything that was told of the place, as `standing print`: two machines behind one name show one certificate each.
  told_all text[] not null default '{}',
  primary key (client_id, id)
);
create unique index partner_certificate_by_place on partner_certificate (client_id, role, place);
alter table partner_certificate enable row level security;
create policy tenant on partner_certificate
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on partner_certificate to readroom_app;

-- Clients with a certificate that was met, or that is kept with an image server.
create function entry.clients_with_certificates() returns table (client_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id from public.client c
  where c.active and (exists (select from public.partner_certificate k where k.client_id = c.id)
    or exists (select from public.pacs p where p.client_id = c.id and p.active and p.hidden is null
      and (p.client_certificate <> '' or p.server_ca <> '')))
$$;
revoke all on function entry.clients_with_certificates() from public;
grant execute on function entry.clients_with_certificates() to readroom_app;

alter table notification drop constraint notification_kind_check, drop constraint notification_subject_type_check,
  add constraint notification_kind_check check (kind in ('study_assigned', 'critical_result', 'booking_request',
    'ai_result', 'hl7_failed', 'order_state_failed', 'message_failed', 'interface_silent', 'interface_heard',
    'certificate_ending', 'certificate_expired', 'device_added',
    'passkey_added', 'passkey_removed', 'sign_in_failed', 'password_reset', 'recovery_code_used')),
  add constraint notification_subject_type_check check (subject_type in ('study', 'booking_request', 'patient',
    'message', 'device', 'passkey', 'person', 'interface', 'certificate'));
