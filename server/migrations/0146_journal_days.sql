-- How long devices keep what was acknowledged is the client's to say, for backups of up to 90 days (docs/decisions/265).
alter table client drop constraint client_journal_days_check;
alter table client add constraint client_journal_days_check check (journal_days between 1 and 90);
