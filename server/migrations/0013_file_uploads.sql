-- Files that come in chunks and are not whole yet (SYNC.md "Outbox": files travel by content, resumable). The chunks
-- themselves lie in the file store; this says whose they are, what the whole must be, and which have arrived.
create table file_upload (
  client_id uuid not null references client (id),
  id uuid not null,
  created_by uuid not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bigint not null check (bytes > 0),
  name text not null,
  purpose text not null,
  owner_id uuid,
  -- SHA-256 of each chunk in hex, in the order of the file; the same content may come twice.
  chunks text[] not null,
  arrived text[] not null default '{}',
  touched timestamptz not null,
  primary key (client_id, id)
);
create index file_upload_by_user on file_upload (client_id, created_by);
create index file_upload_age on file_upload (touched);
alter table file_upload enable row level security;
create policy tenant on file_upload
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on file_upload to readroom_app;

-- A content that is here already is looked for by what was sent.
create index file_by_source on file (client_id, source_sha256);

-- Uploads of all clients that nobody went on with, for the daily job; it drops them client by client.
create function entry.find_old_uploads(p_before timestamptz, p_limit int) returns table (client_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.client_id, u.id from public.file_upload u where u.touched < p_before order by u.touched limit p_limit
$$;
revoke all on function entry.find_old_uploads(timestamptz, int) from public;
grant execute on function entry.find_old_uploads(timestamptz, int) to readroom_app;
