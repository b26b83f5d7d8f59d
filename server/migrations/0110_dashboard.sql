-- The analytics dashboard counts cases by the day of the study and by the day of the signature as well as by the arrival.
-- Each index holds all that the counts look at, so that they read it alone.
create index study_by_study_day on study (client_id, study_datetime)
  include (branch_id, status, signed_by_doctor_id)
  where hidden is null;
create index study_by_signature on study (client_id, signed_on)
  include (branch_id, status, signed_by_doctor_id)
  where hidden is null and status in ('Signed', 'Verified');
