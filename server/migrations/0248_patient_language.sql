-- The language that a patient is addressed in, and the branch's for patients without one (docs/languages.md). Null where
-- nobody chose: the branch's, else English.
alter table patient add column language text;
alter table patient
  add constraint patient_language_known check (language in ('en', 'hi', 'ar')) not valid;
alter table branch add column patient_language text;
alter table branch
  add constraint branch_patient_language_known check (patient_language in ('en', 'hi', 'ar')) not valid;
