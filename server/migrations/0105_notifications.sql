-- Notifications of a person (docs/decisions/205): ids only, the words are made where they are shown.

create table notification (
  client_id uuid not null references client (id),
  id uuid not null,
  user_id uuid not null,
  rev int not null default 1,
  kind text not null check (kind in
    ('study_assigned', 'critical_result', 'booking_request', 'ai_result', 'hl7_failed', 'message_failed')),
  subject_type text not null check (subject_type in ('study', 'booking_request', 'patient', 'message')),
  subject_id uuid not null,
  -- Who caused it; nobody where another system did.
  by_id uuid,
  -- How often it happened since the person last read of it.
  times int not null default 1,
  created timestamptz(3) not null,
  read_on timestamptz(3),
  primary key (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id)
);
-- What happens again to the same subject renews the row that is still unread.
create unique index notification_unread on notification (client_id, user_id, kind, subject_type, subject_id)
  where read_on is null;
create index notification_by_user on notification (client_id, user_id, created desc, id desc);
create index notification_by_subject on notification (client_id, subject_type, subject_id) where read_on is null;
create index notification_age on notification (created);

-- Kinds that a person does not want to be told of.
create table notification_setting (
  client_id uuid not null references client (id),
  user_id uuid not null,
  muted text[] not null default '{}' check (not 'critical_result' = any (muted)),
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id)
);

-- Where the browser of a person's device takes pushed messages. The push service is a third party: the endpoint is
-- an address of its own, the two keys encrypt what is sent through it.
create table push_subscription (
  client_id uuid not null references client (id),
  user_id uuid not null,
  device_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created timestamptz not null,
  primary key (client_id, user_id, device_id),
  foreign key (client_id, device_id, user_id) references device (client_id, id, user_id)
);
create unique index push_subscription_endpoint on push_subscription (client_id, endpoint);

do $$
declare t text;
begin
  foreach t in array array['notification', 'notification_setting', 'push_subscription'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update, delete on %I to readroom_app', t);
  end loop;
end $$;

-- True while a person is signed in on a device: an active person, a device in use, a session that was neither ended nor
-- outlived. A session that is only idle counts, because a push is for a person who does not look at the page.
create function entry.is_signed_in(p_client uuid, p_user uuid, p_device uuid, p_at timestamptz) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from entry.session s
    join public.app_user u on u.client_id = s.client_id and u.id = s.user_id
    join public.client c on c.id = s.client_id
    join public.device d on d.client_id = s.client_id and d.id = s.device_id and d.user_id = s.user_id
    where s.client_id = p_client and s.user_id = p_user and s.device_id = p_device
      and s.revoked is null and s.expires > p_at and u.active and c.active and d.revoked is null);
end $$;

create function entry.drop_old_notifications(p_before timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n int;
begin
  with old as (select client_id, id from public.notification where created < p_before limit p_limit)
  delete from public.notification t using old where t.client_id = old.client_id and t.id = old.id;
  get diagnostics n = row_count;
  return n;
end $$;

revoke all on function entry.is_signed_in(uuid, uuid, uuid, timestamptz) from public;
revoke all on function entry.drop_old_notifications(timestamptz, int) from public;
grant execute on function entry.is_signed_in(uuid, uuid, uuid, timestamptz) to readroom_app;
grant execute on function entry.drop_old_notifications(timestamptz, int) to readroom_app;
