-- Open critical results are told again and passed on by the client's own times (docs/critical-results.md).
alter table client_setting
  add column critical_escalation boolean not null default true,
  add column critical_remind_minutes int not null default 15,
  add column critical_escalate_minutes int not null default 60,
  -- People of the client; with none its administrators are told.
  add column critical_contacts uuid[] not null default '{}',
  add constraint client_setting_critical_check check (critical_remind_minutes between 5 and 720
    and critical_escalate_minutes between 10 and 1440 and critical_remind_minutes < critical_escalate_minutes
    and cardinality(critical_contacts) <= 20);

-- Records from before this version are not watched: nobody is called at night for what is weeks old.
alter table critical_result add column is_watched boolean not null default false;
alter table critical_result alter column is_watched set default true;
create index critical_result_watched on critical_result (client_id, opened_on) where closed_on is null and is_watched;

-- What happened to a record beside what people write into it. It only grows.
create table critical_step (
  client_id uuid not null references client (id),
  id uuid not null,
  critical_id uuid not null,
  kind text not null check (kind in ('Reminded', 'Escalated', 'Link_Sent', 'Read_Back')),
  made timestamptz not null,
  -- Who did it; nobody where the server or the referrer did.
  by_id uuid,
  -- People of the house who were told.
  told_ids uuid[] not null default '{}',
  -- The referrer of a link.
  told_name text not null default '',
  primary key (client_id, id),
  foreign key (client_id, critical_id) references critical_result (client_id, id)
);
create index critical_step_of_critical on critical_step (client_id, critical_id, made);
-- Each of them once for a record, whoever looks and however often.
create unique index critical_step_once on critical_step (client_id, critical_id, kind)
  where kind in ('Reminded', 'Escalated', 'Read_Back');

-- A link by which the referrer confirms a critical result, once.
create table critical_link (
  client_id uuid not null references client (id),
  id uuid not null,
  critical_id uuid not null,
  secret_hash bytea not null,
  -- To whom it went, by name, and what that person reads.
  name text not null,
  finding text not null,
  channel text not null check (channel in ('E', 'S', 'W')),
  created_by uuid not null,
  created timestamptz not null,
  expires timestamptz not null,
  revoked timestamptz,
  used_on timestamptz,
  -- The page that confirmed: it may ask again where the answer was lost on the way.
  used_by_hash bytea,
  primary key (client_id, id),
  foreign key (client_id, critical_id) references critical_result (client_id, id),
  check ((used_on is null) = (used_by_hash is null))
);
create unique index critical_link_by_secret on critical_link (client_id, secret_hash);
create index critical_link_secret on critical_link (secret_hash);
create index critical_link_of_critical on critical_link (client_id, critical_id);

do $$
declare t text;
begin
  foreach t in array array['critical_step', 'critical_link'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
  end loop;
end $$;
grant select, insert on critical_step to readroom_app;
grant select, insert, update on critical_link to readroom_app;

-- Read by narrow functions before the client is known; the application's own role is held by the policy all the same.
alter table critical_result no force row level security;
alter table critical_link no force row level security;

-- Clients whose open critical results are watched.
create function entry.clients_with_watched_criticals() returns table (client_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct r.client_id from public.critical_result r join public.client c on c.id = r.client_id
  where r.closed_on is null and r.is_watched and c.active and c.hidden is null
$$;
-- A referrer's link before its client is known.
create function entry.find_critical_link(p_hash bytea) returns table (client_id uuid, link_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.client_id, l.id from public.critical_link l where l.secret_hash = p_hash
$$;
revoke all on function entry.clients_with_watched_criticals(), entry.find_critical_link(bytea) from public;
grant execute on function entry.clients_with_watched_criticals(), entry.find_critical_link(bytea) to readroom_app;

-- The open record that a letter to people of the house asks them to answer; null for every other message.
alter table message add column critical_id uuid;

alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('study_assigned', 'critical_result', 'critical_overdue',
    'peer_reading', 'peer_learning', 'booking_request', 'ai_result', 'hl7_failed', 'order_state_failed',
    'message_failed', 'interface_silent', 'interface_heard', 'certificate_ending', 'certificate_expired',
    'device_added', 'passkey_added', 'passkey_removed', 'sign_in_failed', 'password_reset', 'recovery_code_used'));
alter table notification_setting drop constraint notification_setting_muted_check,
  add constraint notification_setting_muted_check
    check (not muted && array['critical_result', 'critical_overdue', 'device_added', 'passkey_added',
      'passkey_removed', 'sign_in_failed', 'password_reset', 'recovery_code_used']);
