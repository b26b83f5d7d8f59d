-- A report that is open in two tabs is reserved twice: who leaves one of them keeps the other (docs/studies.md#reserved-studies).
-- Reservations of before end by themselves, within 15 minutes.

alter table report_writer add column opening_id uuid not null default gen_random_uuid();
alter table report_writer alter column opening_id drop default;
alter table report_writer drop constraint report_writer_pkey;
alter table report_writer add primary key (client_id, study_id, user_id, device_id, opening_id);
