-- Templates stand in categories, and categories in departments (spec 2 sections 2.11 and 3). Until here both were words
-- in the template itself.

create table template_category (
  client_id uuid not null references client (id),
  id uuid not null,
  rev int not null default 1,
  name text not null,
  -- One of the platform's; null where the word that it comes from names none of them.
  department_id uuid,
  -- The doctor whose own it is; null is everybody's.
  user_id uuid,
  active boolean not null default true,
  created timestamptz not null default now(),
  hidden timestamptz,
  primary key (client_id, id)
);
create unique index template_category_by_name on template_category (client_id,
  coalesce(user_id, '00000000-0000-0000-0000-000000000000'),
  coalesce(department_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where hidden is null;

alter table template_category enable row level security;
create policy tenant on template_category
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert, update, delete on template_category to readroom_app;

alter table template
  add column cat_id uuid,
  -- The doctor whose own it is; null is everybody's.
  add column user_id uuid,
  -- The Word document that the text came from.
  add column file_id uuid;

-- A department's word that names none of the platform's stays readable in the category's name.
create temporary table category_word on commit drop as
select distinct t.client_id, t.department, t.category, d.id as department_id,
  left(case
    when d.id is null and t.department <> '' and t.category <> '' then t.department || ' - ' || t.category
    when t.category <> '' then t.category
    when d.id is null and t.department <> '' then t.department
    else 'General' end, 100) as name
from template t
left join department d on d.client_id = '00000000-0000-7000-8000-000000000001' and d.isradiology
  and d.hidden is null and lower(d.name) = lower(trim(t.department));

insert into template_category (client_id, id, name, department_id)
select client_id, gen_random_uuid(), min(name), department_id
from category_word group by client_id, department_id, lower(name);

-- Devices hold these records already: another revision has them fetched anew, with their category's id.
update template t set rev = t.rev + 1, cat_id = c.id
from category_word w
join template_category c on c.client_id = w.client_id and lower(c.name) = lower(w.name)
  and c.department_id is not distinct from w.department_id
where w.client_id = t.client_id and w.department = t.department and w.category = t.category;

-- Two of one name in a category were told apart by nothing.
update template t set name = t.name || ' (' || twin.place || ')'
from (select client_id, id, row_number() over (partition by client_id, cat_id, lower(name) order by created, id) as place
  from template where hidden is null) twin
where twin.client_id = t.client_id and twin.id = t.id and twin.place > 1;

alter table template
  alter column cat_id set not null,
  drop column department,
  drop column category,
  add foreign key (client_id, cat_id) references template_category (client_id, id);
create unique index template_by_name on template (client_id, cat_id,
  coalesce(user_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where hidden is null;

-- Where clients use a record of the platform (0042): a department stands in categories of templates too.
create or replace function entry.platform_record_uses(p_id uuid) returns table (noun text, n int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.noun, u.n from (
    select 'document' as noun, count(*)::int as n from public.study_document d where d.tag_id = p_id
    union all
    select 'machine', count(*)::int from public.machine m where m.department_id = p_id and m.hidden is null
    union all
    select 'service', count(*)::int from public.service s where s.department_id = p_id and s.hidden is null
    union all
    select 'user', count(*)::int from public.app_user a where a.department_id = p_id and a.hidden is null
    union all
    select 'template category', count(*)::int from public.template_category c
    where c.department_id = p_id and c.hidden is null
  ) u where u.n > 0
$$;

alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (purpose in ('report_image', 'letterhead', 'signature',
  'photo', 'document', 'booklet_image', 'logo', 'bodypart_photo', 'que_banner', 'booklet_cover', 'template_word'));
