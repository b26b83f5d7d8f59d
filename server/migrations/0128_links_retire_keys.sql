-- A password that is set by a link ends what signed for the person before it (docs/decisions/249).
create or replace function entry.use_password_link(p_secret_hash bytea, p_password_hash text, p_at timestamptz)
returns table (client_id uuid, user_id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  link record;
begin
  update entry.password_link l set ended = p_at
  where l.secret_hash = p_secret_hash and l.ended is null and l.expires > p_at
  returning l.client_id, l.user_id into link;
  if link.user_id is null then return; end if;
  update public.app_user u set password_hash = p_password_hash
  where u.client_id = link.client_id and u.id = link.user_id and u.active and u.hidden is null
    and u.user_type <> 'PATIENT';
  if not found then return; end if;
  update entry.session s set revoked = p_at
  where s.client_id = link.client_id and s.user_id = link.user_id and s.revoked is null;
  update public.device_key k set retired = p_at, reason = 'password_reset'
  where k.client_id = link.client_id and k.user_id = link.user_id and k.retired is null;
  client_id := link.client_id; user_id := link.user_id;
  return next;
end $$;
