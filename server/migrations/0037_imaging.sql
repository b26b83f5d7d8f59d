-- Image servers of kind Lite_Postgres are polled too; what an AI company answers late or twice finds its request.

create or replace function entry.claim_pacs(p_poller uuid, p_lease interval) returns table (client_id uuid, pacs_id uuid)
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with claimable as (
    select p.client_id, p.id from public.pacs p
    join public.client c on c.id = p.client_id
    where p.active and c.active and p.type in ('Basic', 'Premium', 'Lite_Postgres')
      and (p.poller_id = p_poller or p.claimed_until is null or p.claimed_until < clock_timestamp())
    for update of p skip locked)
  update public.pacs p set poller_id = p_poller, claimed_until = clock_timestamp() + p_lease
  from claimable o where p.client_id = o.client_id and p.id = o.id
  returning p.client_id, p.id
$$;

-- The request that an answer of a company is about: the newest that waits for one, else the newest at all, so that an
-- answer sent twice is known as such and one to a request that seemed to fail is taken.
create or replace function entry.find_ai_request(p_company uuid, p_study_iuid text)
returns table (client_id uuid, ai_report_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.client_id, r.id from public.ai_report r
  join public.study s on s.client_id = r.client_id and s.id = r.study_id
  join public.client c on c.id = r.client_id
  where r.ai_company_id = p_company and s.study_iuid = p_study_iuid and s.hidden is null and c.active
  order by (r.status in ('Sending', 'In_Process')) desc, r.sent_on desc limit 1
$$;

-- An AI company with what it reads, unless there is one of that id. Companies are the platform's, so the role of the
-- application may not write them; p_bodyparts: [{ id, modality, bodypart, viewer_url }].
create function entry.add_ai_company(p_id uuid, p_name text, p_format text, p_user text, p_pwd_hash text, p_bodyparts jsonb)
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.ai_company (id, name, report_response_format, basic_auth_usr, basic_auth_pwd_hash)
  values (p_id, p_name, p_format, p_user, p_pwd_hash) on conflict (id) do nothing;
  insert into public.ai_company_bodypart (id, company_id, modality, bodypart, viewer_url)
  select b.id, p_id, b.modality, b.bodypart, b.viewer_url
  from jsonb_to_recordset(p_bodyparts) as b(id uuid, modality text, bodypart text, viewer_url text)
  on conflict (id) do nothing;
$$;
revoke all on function entry.add_ai_company(uuid, text, text, text, text, jsonb) from public;
grant execute on function entry.add_ai_company(uuid, text, text, text, text, jsonb) to readroom_app;

-- One question to a company lists its results by study; the studies of a company are looked for by the answer.
create index ai_report_by_company on ai_report (ai_company_id, sent_on desc);
