-- What stood in the register when its report was marked as sent (docs/form-f.md#the-monthly-report): its SHA-256. Empty
-- where that is not known.
alter table pndt_report add column register_digest text not null default '';
