-- The networks from which the person of an open session may call; no row once the session is over. For streams, which
-- only listen: it does not count as the session's use. Replaces entry.is_session_open, which older servers still ask.
create function entry.find_listener(p_token_hash bytea, p_at timestamptz, p_idle interval)
returns table (allowed_ips text[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.allowed_ips
  from entry.session s
  join public.app_user u on u.client_id = s.client_id and u.id = s.user_id
  join public.client c on c.id = s.client_id
  where s.token_hash = p_token_hash and s.revoked is null and s.expires > p_at and s.last_seen > p_at - p_idle
    and u.active and c.active
    and not exists (select from public.device d
      where d.client_id = s.client_id and d.id = s.device_id and d.user_id = s.user_id and d.revoked is not null)
$$;
revoke all on function entry.find_listener(bytea, timestamptz, interval) from public;
grant execute on function entry.find_listener(bytea, timestamptz, interval) to readroom_app;
