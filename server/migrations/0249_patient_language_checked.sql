alter table patient validate constraint patient_language_known;
alter table branch validate constraint branch_patient_language_known;
