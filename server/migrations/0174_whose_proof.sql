-- Whose answer a link session gave: once the study is another person's, the session is asked again.
alter table entry.link_session add column proof_hash bytea;

drop function entry.find_link_session(uuid, bytea, text, bytea, timestamptz);
create function entry.find_link_session(p_door uuid, p_token_hash bytea, p_kind text, p_browser bytea, p_at timestamptz)
returns table (client_id uuid, link_id uuid, is_proven boolean, proof_hash bytea)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.client_id, s.link_id, s.proven is not null, s.proof_hash from entry.link_session s
  where s.door = p_door and s.token_hash = p_token_hash and s.kind = p_kind and s.browser = p_browser
    and s.expires > p_at
$$;

drop function entry.prove_link_session(uuid, bytea, timestamptz);
create function entry.prove_link_session(p_door uuid, p_token_hash bytea, p_proof_hash bytea, p_at timestamptz) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update entry.link_session set proven = p_at, proof_hash = p_proof_hash
  where door = p_door and token_hash = p_token_hash
$$;

revoke all on function entry.find_link_session(uuid, bytea, text, bytea, timestamptz) from public;
revoke all on function entry.prove_link_session(uuid, bytea, bytea, timestamptz) from public;
grant execute on function entry.find_link_session(uuid, bytea, text, bytea, timestamptz) to readroom_app;
grant execute on function entry.prove_link_session(uuid, bytea, bytea, timestamptz) to readroom_app;
