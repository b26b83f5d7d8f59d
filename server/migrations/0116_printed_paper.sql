-- Papers of figures as they were printed (docs/decisions/241). Rows are added and never changed; the bytes lie in the file
-- store under `sha256`.
create table printed_paper (
  client_id uuid not null references client (id),
  id uuid not null,
  kind text not null check (kind in ('sales', 'visits')),
  name text not null,
  -- The branches whose figures it holds; `branch_id` where it is about one.
  branch_ids uuid[] not null,
  branch_id uuid,
  from_day date not null,
  to_day date not null,
  -- The moment that the figures are of.
  feed_pos bigint not null,
  as_at timestamptz not null,
  row_count int not null,
  row_hash bytea not null,
  -- What the reader's role left out, and whether special management discounts are in it.
  is_self_created boolean not null,
  invoices text not null check (invoices in ('All', 'Paid_Only', 'Pending_Only')),
  has_hidden boolean not null,
  sha256 bytea not null,
  printed_by uuid not null,
  printed_on timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, branch_id) references branch (client_id, id)
);
create index printed_paper_by_day on printed_paper (client_id, kind, printed_on desc, id);
alter table printed_paper enable row level security;
create policy tenant on printed_paper
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on printed_paper to readroom_app;
