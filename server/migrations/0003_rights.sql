-- Row-level security on every tenant table, and the narrow definer functions of `entry`.
-- Runs as readroom_owner; readroom_app is the role every pooled connection takes.

do $$
declare t text;
begin
  foreach t in array array['role','branch','app_user','device','command_log','feed_head','change_feed','audit_trail',
    'file','pacs','study_tag','template','study','report','report_version']
  loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy tenant on %I
      using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
      with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update, delete on %I to readroom_app', t);
  end loop;
end $$;

alter table client enable row level security;
create policy own on client using (id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, update on client to readroom_app;

-- The audit trail and the feed only grow; history is never rewritten but by its own author's autosave.
revoke update, delete on audit_trail from readroom_app;
revoke update, delete on change_feed from readroom_app;
grant usage on schema entry to readroom_app;
