-- Orders of hospital systems are known by who sent them and their number with its authority, and their messages by
-- their content (docs/decisions/310).
alter table booking_request
  -- Sending application and facility (MSH-3, MSH-4), joined by a bar.
  add column order_sender text not null default '',
  -- Of the placer order number (ORC-2.2 to 4); null where the order came before it was kept.
  add column placer_authority text,
  -- The last message that was applied: what it asked, and its times as given (ORC-9, MSH-7).
  add column order_control text not null default '',
  add column order_time text not null default '',
  add column message_time text not null default '',
  -- What the hospital said that the desk has to know, and whether it holds the order (ORC-1 HD).
  add column order_note text not null default '',
  add column order_held boolean not null default false,
  add column order_priority text not null default '',
  add column study_iuid text not null default '',
  -- A birth date that is no whole day, as it was given.
  add column pat_dob_given text not null default '',
  -- Of the patient's number (PID-3.4).
  add column pat_id_authority text not null default '';

drop index booking_request_message;
drop index booking_request_order;
create index booking_request_order on booking_request (client_id, placer_order_no, order_sender) where placer_order_no <> '';

-- Rows of all clients: where the owner is held to one, that is taken away for this statement.
do $$
declare is_held boolean := (select relforcerowsecurity from pg_class where oid = 'public.booking_request'::regclass);
begin
  if is_held then alter table booking_request no force row level security; end if;
  update booking_request set order_sender = split_part(message_key, '|', 1) || '|' || split_part(message_key, '|', 2)
    where message_key is not null and placer_order_no <> '';
  if is_held then alter table booking_request force row level security; end if;
end $$;

-- Messages that were taken, so that the same one again is known for a time.
create table hl7_taken (
  client_id uuid not null references client (id),
  -- SHA-256 of the message as it came.
  digest bytea not null,
  -- What its acknowledgement said.
  words text not null default '',
  taken timestamptz not null default now(),
  primary key (client_id, digest)
);
create index hl7_taken_by_time on hl7_taken (taken);
alter table hl7_taken enable row level security;
create policy tenant on hl7_taken
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on hl7_taken to readroom_app;

create function entry.age_hl7_taken(p_before timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with old as (select client_id, digest from public.hl7_taken where taken < p_before limit p_limit),
  gone as (delete from public.hl7_taken t using old where t.client_id = old.client_id and t.digest = old.digest returning 1)
  select count(*)::int from gone
$$;
revoke all on function entry.age_hl7_taken(timestamptz, int) from public;
grant execute on function entry.age_hl7_taken(timestamptz, int) to readroom_app;

-- How a client reads messages that name no character set, and which number of a patient it takes (PID-3.5).
alter table client_setting
  add column hl7_charset_in text not null default '',
  add column hl7_id_types text not null default '';
