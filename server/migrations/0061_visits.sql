-- The number that a device without network gave an examination, which a machine may have written into its images: it
-- finds its service by it as by the final one (SYNC.md "Identity").
alter table visit_service add column accession_alias text not null default '' check (length(accession_alias) <= 16);
create index visit_service_by_alias on visit_service (client_id, accession_alias) where accession_alias <> '';
