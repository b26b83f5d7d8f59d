-- Invoices have a number of their own per branch and financial year, and a date (docs/decisions/300).
alter table branch
  -- The month in which its financial year begins, by name; Country: as its country has it.
  add column financial_year_start text not null default 'Country' check (financial_year_start in ('Country', 'January',
    'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'));

alter table visit
  -- Empty until the visit starts or money is received for it; then never another one.
  add column invoice_no text not null default '',
  -- The day at the branch on which the number was given.
  add column invoice_date date,
  -- What stood on a paper that was printed without the network.
  add column invoice_provisional_no text not null default '',
  add constraint visit_invoice_dated check ((invoice_no = '') = (invoice_date is null));
create unique index visit_by_invoice_no on visit (client_id, branch_id, invoice_no) where invoice_no <> '';

-- A series of a financial year; '' where a series has none.
alter table number_series add column year text not null default '';
alter table number_series drop constraint number_series_pkey,
  add primary key (client_id, branch_id, kind, year);
alter table number_jump add column year text not null default '';
alter table number_jump drop constraint number_jump_pkey,
  add primary key (client_id, epoch, branch_id, kind, year, from_no);
alter table number_back add column year text not null default '';
alter table number_back drop constraint number_back_pkey,
  add primary key (client_id, branch_id, kind, year, no);

-- As in 0139; a gap is of a year where its series is.
create or replace function entry.begin_history(p_made timestamptz default now(), p_at timestamptz default now()) returns text
language plpgsql set search_path = pg_catalog, pg_temp set row_security = off as $$
declare
  ended text := coalesce((select value from entry.server_setting where name = 'epoch'), '');
  begun text := gen_random_uuid()::text;
  forced text[] := array(
    select relname::text from pg_class
    where relnamespace = 'public'::regnamespace and relforcerowsecurity
      and relname = any (array['client', 'feed_head', 'restore', 'number_jump', 'number_series']));
  t text;
begin
  foreach t in array forced loop
    execute format('alter table public.%I no force row level security', t);
  end loop;
  delete from entry.server_setting where name = 'epoch';
  insert into entry.server_setting (name, value) values ('epoch', begun);
  insert into public.restore (client_id, epoch, ended, at, made, pos)
  select c.id, begun, ended, p_at, p_made, coalesce(h.pos, 0)
  from public.client c left join public.feed_head h on h.client_id = c.id;
  insert into public.number_jump (client_id, epoch, branch_id, kind, year, from_no, to_no)
  select client_id, begun, branch_id, kind, year, next, next + 1000 from public.number_series;
  update public.number_series set next = next + 1000;
  foreach t in array forced loop
    execute format('alter table public.%I force row level security', t);
  end loop;
  return begun;
end $$;
