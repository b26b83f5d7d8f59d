-- The leakage board and the statements of readers are kept as printed too. A paper of the board says whether it holds the
-- line of studies, which needs the right to the archives; a statement says whose it is.
alter table printed_paper drop constraint printed_paper_kind_check;
alter table printed_paper add constraint printed_paper_kind_check
  check (kind in ('sales', 'visits', 'quality', 'leakage', 'payout'));
alter table printed_paper add column has_studies boolean not null default false;
alter table printed_paper add column doctor_id uuid;
alter table printed_paper add constraint printed_paper_doctor_fkey
  foreign key (client_id, doctor_id) references app_user (client_id, id);
alter table printed_paper add constraint printed_paper_doctor_check check (kind <> 'payout' or doctor_id is not null);
