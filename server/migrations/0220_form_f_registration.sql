-- What a branch's PC-PNDT registration names: its doctors, one a line, and each machine by its own number (docs/form-f.md).
alter table branch add column pndt_doctors text not null default '';
alter table machine add column pndt_registration_no text not null default '';
