-- Keys that sign commands, each with its end, and the commands that wait for their author's word (docs/decisions/249).

-- A device has one key in use for each person; what was signed by an earlier one is held.
create table device_key (
  client_id uuid not null references client (id),
  device_id uuid not null,
  user_id uuid not null,
  -- ECDSA P-256, raw.
  public_key bytea not null check (octet_length(public_key) = 65),
  registered timestamptz not null,
  retired timestamptz,
  reason text check (reason in ('password_changed', 'password_reset', 'dismissed', 'signed_out', 'revoked', 'replaced',
    'earlier_build')),
  primary key (client_id, device_id, user_id, public_key),
  foreign key (client_id, device_id, user_id) references device (client_id, id, user_id),
  check ((retired is null) = (reason is null))
);
create unique index device_key_in_use on device_key (client_id, device_id, user_id) where retired is null;
create index device_key_of_user on device_key (client_id, user_id) where retired is null;
alter table device_key enable row level security;
create policy tenant on device_key
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update on device_key to readroom_app;

-- The private halves of the keys of earlier builds lie usable on the disk of their devices.
insert into device_key (client_id, device_id, user_id, public_key, registered, retired, reason)
select client_id, id, user_id, public_key, created, now(), 'earlier_build' from device where public_key is not null;

-- Sealed as it came; opened only when its author releases it.
create table held_command (
  client_id uuid not null references client (id),
  id uuid not null,
  user_id uuid not null,
  device_id uuid not null,
  call text not null,
  item jsonb not null,
  made timestamptz not null,
  received timestamptz not null,
  reason text not null check (reason in ('password_changed', 'password_reset', 'dismissed', 'signed_out', 'revoked',
    'replaced', 'earlier_build', 'too_old')),
  -- Its author releases it in a session that began after this.
  since timestamptz not null,
  -- Why its release was refused; a code of the contract.
  refusal text not null default '',
  primary key (client_id, id),
  foreign key (client_id, device_id, user_id) references device (client_id, id, user_id)
);
create index held_command_of_user on held_command (client_id, user_id);
alter table held_command enable row level security;
create policy tenant on held_command
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update on held_command to readroom_app;

drop function entry.find_author(uuid, uuid, uuid);
create function entry.find_author(p_client uuid, p_device uuid, p_user uuid)
returns table (client_id uuid, user_id uuid, device_id uuid, name text, user_type text, modules text[],
  main_modules text[], branch_ids uuid[], is_client_admin boolean, is_doctor boolean, is_clinic_doctor boolean,
  can_sign boolean, is_ref_doctor boolean, ref_doctor_type text, can_create_branch boolean, pacs_used text,
  sales_report text, sales_invoice text, allowed_ips text[], is_active boolean, vault_days int, revoked timestamptz,
  keys jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select d.client_id, d.user_id, d.id, u.name, u.user_type, case when r.active then r.modules else '{}' end,
    c.main_modules, u.branch_ids, u.is_client_admin, u.is_doctor, u.is_clinic_doctor,
    u.can_sign, u.is_ref_doctor, u.ref_doctor_type, u.can_create_branch or (u.is_client_admin and c.can_create_branch),
    c.pacs_used, r.sales_report, r.sales_invoice, u.allowed_ips,
    u.active and c.active, c.vault_days, d.revoked,
    -- The newest ones: a device that was signed out of every evening has a key for each day.
    (select coalesce(jsonb_agg(jsonb_build_object('key', encode(k.public_key, 'hex'), 'reason', k.reason,
      'retired', k.retired)), '[]')
      from (select public_key, reason, retired from public.device_key
        where client_id = d.client_id and device_id = d.id and user_id = d.user_id
        order by retired is null desc, registered desc limit 20) k)
  from public.device d
  join public.app_user u on u.client_id = d.client_id and u.id = d.user_id
  join public.client c on c.id = d.client_id
  join public.role r on r.client_id = u.client_id and r.id = u.role_id
  where d.client_id = p_client and d.id = p_device and d.user_id = p_user
$$;
revoke all on function entry.find_author(uuid, uuid, uuid) from public;
grant execute on function entry.find_author(uuid, uuid, uuid) to readroom_app;

alter table device drop column public_key;

-- A person is told of a new device, whatever is muted.
alter table notification drop constraint notification_kind_check, drop constraint notification_subject_type_check,
  add constraint notification_kind_check check (kind in ('study_assigned', 'critical_result', 'booking_request',
    'ai_result', 'hl7_failed', 'message_failed', 'device_added')),
  add constraint notification_subject_type_check check (subject_type in ('study', 'booking_request', 'patient',
    'message', 'device'));
alter table notification_setting drop constraint notification_setting_muted_check,
  add constraint notification_setting_muted_check check (not muted && array['critical_result', 'device_added']);
