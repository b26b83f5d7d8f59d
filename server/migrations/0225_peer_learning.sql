-- Peer learning (docs/peer-learning.md): a random share of signed studies is read a second time, blinded.

alter table client_setting
  add column peer_learning boolean not null default false,
  -- In percent of the studies that are signed.
  add column peer_share numeric(3, 1) not null default 2 check (peer_share between 0.5 and 20),
  -- What the draw is keyed with: nobody can know beforehand which study it takes, and a draw that is repeated takes the same ones.
  add column peer_draw_key bytea check (octet_length(peer_draw_key) = 32);

-- A day of a branch that was drawn, once.
create table peer_draw (
  client_id uuid not null references client (id),
  branch_id uuid not null,
  day date not null,
  -- Studies that were signed on it, the share, and how many of them were drawn.
  signed int not null,
  share numeric(3, 1) not null,
  drawn int not null,
  made timestamptz not null,
  primary key (client_id, branch_id, day),
  foreign key (client_id, branch_id) references branch (client_id, id)
);

-- A study that was drawn, and what its second reader says. No points and no ranks.
create table peer_reading (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  study_id uuid not null,
  branch_id uuid not null,
  -- The branch's day that it was drawn of.
  day date not null,
  modality text not null,
  drawn_on timestamptz not null,
  -- The versions of its reports that were signed at the draw: they are what is read.
  version_ids uuid[] not null,
  -- Null while nobody else may read it.
  reader_id uuid,
  given_on timestamptz,
  outcome text check (outcome in ('Agree', 'Agree_With_Point', 'Differ')),
  category text check (category in ('Perception', 'Interpretation', 'Communication', 'Technique', 'Good_Catch')),
  point text not null default '',
  is_significant boolean not null default false,
  read_on timestamptz,
  primary key (client_id, id),
  foreign key (client_id, study_id) references study (client_id, id),
  foreign key (client_id, reader_id) references app_user (client_id, id),
  check ((read_on is null) = (outcome is null)),
  check (read_on is null or reader_id is not null),
  check ((category is null) = (outcome is null or outcome = 'Agree'))
);
-- A study is drawn once.
create unique index peer_reading_by_study on peer_reading (client_id, study_id);
create index peer_reading_of_reader on peer_reading (client_id, reader_id, given_on);
create index peer_reading_open on peer_reading (client_id) where read_on is null;
create index peer_reading_by_day on peer_reading (client_id, branch_id, day);

-- Whose report it was: whoever signed a report of the study that stood at the draw.
create table peer_first (
  client_id uuid not null references client (id),
  reading_id uuid not null,
  user_id uuid not null,
  seen_on timestamptz,
  answer text not null default '',
  answered_on timestamptz,
  primary key (client_id, reading_id, user_id),
  foreign key (client_id, reading_id) references peer_reading (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id)
);
create index peer_first_of_user on peer_first (client_id, user_id);

do $$
declare t text;
begin
  foreach t in array array['peer_draw', 'peer_reading', 'peer_first'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
  end loop;
end $$;
grant select, insert on peer_draw to readroom_app;
grant select, insert, update on peer_reading, peer_first to readroom_app;

-- Clients that draw.
create function entry.clients_with_peer_learning() returns table (client_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.client_id from public.client_setting s join public.client c on c.id = s.client_id
  where c.active and c.hidden is null and s.peer_learning
$$;
revoke all on function entry.clients_with_peer_learning() from public;
grant execute on function entry.clients_with_peer_learning() to readroom_app;

drop function entry.desk_fields(uuid);
create function entry.desk_fields(p_client uuid)
returns table (use_ssn_passport_as_pat_id boolean, touch_signing text, peer_learning boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(bool_or(s.use_ssn_passport_as_pat_id), false), coalesce(max(s.touch_signing), 'Off'),
    coalesce(bool_or(s.peer_learning), false)
  from public.client_setting s where s.client_id = p_client
$$;
revoke all on function entry.desk_fields(uuid) from public;
grant execute on function entry.desk_fields(uuid) to readroom_app;

alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('study_assigned', 'critical_result', 'peer_reading',
    'peer_learning', 'booking_request', 'ai_result', 'hl7_failed', 'order_state_failed', 'message_failed',
    'interface_silent', 'interface_heard', 'certificate_ending', 'certificate_expired', 'device_added',
    'passkey_added', 'passkey_removed', 'sign_in_failed', 'password_reset', 'recovery_code_used'));
