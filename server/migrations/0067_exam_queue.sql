-- The public queue display (spec 4 section 2.7): nobody is signed in, the screen's unguessable uid is the whole right.
-- Names never leave these functions: a token is the number of the visit, which stands on the patient's paper
-- (docs/decisions/128).

-- Examinations that wait or run: what queue, display and Bring Next ask for, all day long.
create index visit_service_queue on visit_service (client_id, start_dt) where status in (4, 5, 6);

create function entry.find_que_screen(p_uid text)
returns table (client_id uuid, screen_id uuid, branch_id uuid, screen text, branch text, time_zone text,
  banner_file_id uuid, banner_type text, queue_shows text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.client_id, s.id, s.branch_id, s.name, b.name, b.time_zone, f.id,
    case when f.id is null then '' when f.mime in ('image/jpeg', 'image/png') then 'image' else 'video' end,
    coalesce(t.queue_shows, 'Token')
  from public.que_screen s
  join public.client c on c.id = s.client_id
  join public.branch b on b.client_id = s.client_id and b.id = s.branch_id
  left join public.client_setting t on t.client_id = s.client_id
  left join public.file f on f.client_id = s.client_id and f.id = s.banner_file_id
  where s.uid = p_uid and s.active and s.hidden is null and b.hidden is null and c.active
    and 'que_screen' = any (c.main_modules)
$$;

-- The machines of a screen as patients read them.
create function entry.que_machines(p_uid text) returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.id, coalesce(nullif(q.alias, ''), m.name)
  from entry.find_que_screen(p_uid) s
  join public.que_screen_machine q on q.client_id = s.client_id and q.screen_id = s.screen_id
  join public.machine m on m.client_id = q.client_id and m.id = q.machine_id
  where m.hidden is null and m.active
  order by q.place, m.id
$$;

-- What waits and what runs today, in the branch's own day, at the machines of a screen. An examination that began
-- before midnight is shown until it ends.
create function entry.que_items(p_uid text, p_at timestamptz)
returns table (id uuid, machine_id uuid, status int, token text, initials text, exm_end_dt timestamptz,
  is_bring_next boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with screen as (
    select s.*, date_trunc('day', p_at, s.time_zone) as day_start from entry.find_que_screen(p_uid) s
  )
  select v.id, w.machine_id, v.status, coalesce(nullif(i.visit_no, ''), i.provisional_no),
    case when s.queue_shows = 'Initials' then upper(left(p.fname, 1) || left(p.lname, 1)) else '' end,
    v.exm_end_dt, v.is_bring_next and v.status < 6
  from screen s
  join public.visit_service v on v.client_id = s.client_id and v.status in (4, 5, 6)
    and v.start_dt >= s.day_start - interval '1 day' and v.start_dt < s.day_start + interval '36 hours'
    and v.type = 'Exam_Service'
  join public.visit_machine w on w.client_id = v.client_id and w.id = v.visit_machine_id
  join public.que_screen_machine q on q.client_id = s.client_id and q.screen_id = s.screen_id
    and q.machine_id = w.machine_id
  join public.visit i on i.client_id = v.client_id and i.id = v.visit_id
  join public.patient p on p.client_id = i.client_id and p.id = i.patient_id
  where i.branch_id = s.branch_id and i.status between 4 and 11
    and ((v.start_dt at time zone s.time_zone)::date = (p_at at time zone s.time_zone)::date
      or (v.status = 6 and v.exm_start_dt > p_at - interval '12 hours'))
  order by v.is_bring_next and v.status < 6 desc, v.start_dt, v.id
  limit 200
$$;

revoke all on function entry.find_que_screen(text) from public;
revoke all on function entry.que_machines(text) from public;
revoke all on function entry.que_items(text, timestamptz) from public;
grant execute on function entry.find_que_screen(text) to readroom_app;
grant execute on function entry.que_machines(text) to readroom_app;
grant execute on function entry.que_items(text, timestamptz) to readroom_app;
