-- The start of the visit that its patient knows of while a notice of another one waits. A visit that is moved back to it
-- before the notice leaves is told to nobody (docs/decisions/285).
alter table patient_notice add column told_start timestamptz;
