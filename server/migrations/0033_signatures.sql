-- Who signed a text: asked by its hash, from a session and from the public page that a paper's code leads to.
create index report_by_signed_hash on report (signed_hash) where signed_hash <> '';
create index report_version_by_signed_hash on report_version (signed_hash) where signed_hash <> '';
create index report_addendum_by_signed_hash on report_addendum (signed_hash) where signed_hash <> '';

-- Versions that were signed before they kept the hash of their text.
update report_version v set signed_hash = r.signed_hash
from report r
where r.client_id = v.client_id and r.id = v.report_id and r.signed_hash <> '' and v.signed_hash = ''
  and v.status in ('Signed', 'Verified') and v.report_data = r.report_data and v.conclusion = r.conclusion
  and v.recommendation = r.recommendation;

-- The signatures under a text, newest first. Two reports of the same words have the same hash: `p_report` names one of
-- them, and the first page of a code without it shows all. Nothing of a patient is among the answer's columns.
create function entry.find_signatures(p_hash text, p_client uuid, p_report uuid, p_limit int)
returns table (kind text, client_id uuid, study_id uuid, report_id uuid, centre text, status text, signed_on timestamptz,
  signed_by text, is_current boolean, superseded_on timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with signature as (
    select 'report' as kind, r.client_id, r.study_id, r.id as report_id, r.status, r.signed_on,
      r.signed_by_doctor_id as by_id, true as is_current, null::timestamptz as superseded_on
    from public.report r
    where r.signed_hash = p_hash and r.status in ('Signed', 'Verified')
    union all
    select 'report', v.client_id, v.study_id, v.report_id, v.status, v.signed_on, v.by_id, false,
      (select min(n.updated) from public.report_version n
       where n.client_id = v.client_id and n.report_id = v.report_id and n.rev > v.rev and n.signed_hash <> '')
    from (
      select o.client_id, o.study_id, o.report_id, max(o.rev) as rev, min(o.updated) as signed_on,
        (array_agg(o.created_by order by o.rev))[1] as by_id,
        (array_agg(o.status order by o.rev desc))[1] as status
      from public.report_version o where o.signed_hash = p_hash
      group by o.client_id, o.study_id, o.report_id
    ) v
    join public.report r on r.client_id = v.client_id and r.id = v.report_id
    where r.signed_hash <> p_hash or r.status not in ('Signed', 'Verified')
    union all
    select 'addendum', a.client_id, a.study_id, a.report_id, 'Signed', a.signed_on, a.signed_by_id, true, null
    from public.report_addendum a where a.signed_hash = p_hash
  )
  select s.kind, s.client_id, s.study_id, s.report_id, c.name, s.status, s.signed_on, coalesce(u.name, ''),
    s.is_current, s.superseded_on
  from signature s
  join public.client c on c.id = s.client_id
  left join public.app_user u on u.client_id = s.client_id and u.id = s.by_id
  where p_hash <> '' and (p_client is null or s.client_id = p_client) and (p_report is null or s.report_id = p_report)
  order by s.signed_on desc
  limit p_limit
$$;

-- The words under a hash, to compare given ones with: whoever asks gets only the comparison's outcome.
create function entry.find_signed_text(p_hash text)
returns table (report_data text, conclusion text, recommendation text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  (select r.report_data, r.conclusion, r.recommendation from public.report r
   where p_hash <> '' and r.signed_hash = p_hash and r.status in ('Signed', 'Verified') limit 1)
  union all
  (select v.report_data, v.conclusion, v.recommendation from public.report_version v
   where p_hash <> '' and v.signed_hash = p_hash limit 1)
  limit 1
$$;

revoke all on function entry.find_signatures(text, uuid, uuid, int) from public;
revoke all on function entry.find_signed_text(text) from public;
grant execute on function entry.find_signatures(text, uuid, uuid, int) to readroom_app;
grant execute on function entry.find_signed_text(text) to readroom_app;
