-- The examinations of a closed month as they were when it was closed: they add up to its totals and its checksum, whatever
-- becomes of studies, services and points.
create table reader_payout_line (
  client_id uuid not null references client (id),
  payout_id uuid not null,
  study_id uuid not null,
  signed_on timestamptz not null,
  branch text not null,
  modality text not null,
  accession_no text not null,
  service text not null,
  is_verified boolean not null,
  points numeric(6,2) not null,
  primary key (client_id, payout_id, study_id),
  foreign key (client_id, payout_id) references reader_payout (client_id, id)
);
create index reader_payout_line_by_study on reader_payout_line (client_id, study_id);
alter table reader_payout_line enable row level security;
create policy tenant on reader_payout_line
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
grant select, insert on reader_payout_line to readroom_app;
