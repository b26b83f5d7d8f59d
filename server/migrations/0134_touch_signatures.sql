-- Signatures by touch: what a passkey answered to the exact text, kept so that anybody can check it (docs/decisions/261).

alter table client_setting add column touch_signing text not null default 'Off'
  check (touch_signing in ('Off', 'Offered', 'Required'));

create table touch_signature (
  client_id uuid not null references client (id),
  id uuid not null,
  act text not null check (act in ('sign', 'verify')),
  user_id uuid not null,
  passkey_id uuid not null,
  -- By the device's clock, put right by the server's.
  made timestamptz not null,
  received timestamptz not null,
  counter bigint not null,
  -- The text whose SHA-256 the passkey signed as its challenge: ids and hashes, nothing of a patient.
  signed_text text not null,
  challenge bytea not null check (octet_length(challenge) = 32),
  authenticator_data bytea not null,
  client_data bytea not null,
  signature bytea not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id),
  foreign key (client_id, passkey_id) references passkey (client_id, id)
);
-- One touch stands for one act.
create unique index touch_signature_once on touch_signature (client_id, passkey_id, challenge);

create table touch_signed_report (
  client_id uuid not null references client (id),
  touch_id uuid not null,
  report_id uuid not null,
  signed_hash text not null,
  primary key (client_id, touch_id, report_id),
  foreign key (client_id, touch_id) references touch_signature (client_id, id),
  foreign key (client_id, report_id) references report (client_id, id)
);
create index touch_of_report on touch_signed_report (client_id, report_id, signed_hash);

do $$
declare t text;
begin
  foreach t in array array['touch_signature', 'touch_signed_report'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
  end loop;
end $$;
grant select, insert on touch_signature, touch_signed_report to readroom_app;

drop function entry.desk_fields(uuid);
create function entry.desk_fields(p_client uuid)
returns table (use_ssn_passport_as_pat_id boolean, touch_signing text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(bool_or(s.use_ssn_passport_as_pat_id), false), coalesce(max(s.touch_signing), 'Off')
  from public.client_setting s where s.client_id = p_client
$$;
revoke all on function entry.desk_fields(uuid) from public;
grant execute on function entry.desk_fields(uuid) to readroom_app;

-- The touches under one text of a report, oldest first, with the history of their keys; for whoever holds the paper.
create function entry.find_touches(p_client uuid, p_report uuid, p_hash text)
returns table (act text, signed_by text, made timestamptz, received timestamptz, passkey_name text,
  registered timestamptz, removed timestamptz, public_key bytea, signed_text text, authenticator_data bytea,
  client_data bytea, signature bytea)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.act, u.name, t.made, t.received, k.name, k.made, k.removed, k.public_key, t.signed_text,
    t.authenticator_data, t.client_data, t.signature
  from public.touch_signed_report s
  join public.touch_signature t on t.client_id = s.client_id and t.id = s.touch_id
  join public.passkey k on k.client_id = t.client_id and k.id = t.passkey_id
  join public.app_user u on u.client_id = t.client_id and u.id = t.user_id
  where s.client_id = p_client and s.report_id = p_report and s.signed_hash = p_hash
  order by t.received, t.id
  limit 20
$$;
revoke all on function entry.find_touches(uuid, uuid, text) from public;
grant execute on function entry.find_touches(uuid, uuid, text) to readroom_app;
