-- A new client comes in by this door: the application role may not insert into `client`, whose rows are the tenants.
create function entry.create_client(p_id uuid, p_name text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.client (id, name) values (p_id, p_name)
$$;

revoke all on function entry.create_client(uuid, text) from public;
grant execute on function entry.create_client(uuid, text) to readroom_app;
