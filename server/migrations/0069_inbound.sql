-- Doors for a client's other systems: hospital orders and laboratory results by its basic auth; orders by MLLP, which
-- knows no password, by the facility that they are sent to. A name that two clients took is nobody's.
alter table client_setting
  add column hl7_facility text not null default '';
create index client_setting_hl7_facility on client_setting (hl7_facility) where hl7_facility <> '';

create function entry.find_inbound_client(p_user text) returns table (client_id uuid, pwd_hash text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (array_agg(c.id))[1], (array_agg(c.basic_auth_pwd_hash))[1] from public.client c
  where c.basic_auth_usr = p_user and p_user <> '' and c.basic_auth_pwd_hash <> '' and c.active and c.hidden is null
  having count(*) = 1
$$;
create function entry.find_hl7_client(p_facility text) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (array_agg(s.client_id))[1] from public.client_setting s join public.client c on c.id = s.client_id
  where s.hl7_facility = p_facility and p_facility <> '' and c.active and c.hidden is null
  having count(*) = 1
$$;
revoke all on function entry.find_inbound_client(text) from public;
revoke all on function entry.find_hl7_client(text) from public;
grant execute on function entry.find_inbound_client(text) to readroom_app;
grant execute on function entry.find_hl7_client(text) to readroom_app;

-- A laboratory's result that was sent once more is the same document.
alter table lab_report
  add column sha256 text not null default '',
  add column visit_service_id uuid,
  add column created_by text not null default '';
