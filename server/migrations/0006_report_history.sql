-- Successive autosaves of one author overwrite one version (SYNC.md "Policies"); what a person saved by hand stays.
alter table report_version add column is_autosave boolean not null default false;
create index report_version_latest on report_version (client_id, report_id, rev desc);
