-- The referrer may be reminded of a follow-up too, by a template of its own (docs/decisions/370).

alter table notification_template drop constraint notification_template_event_check;
alter table notification_template add constraint notification_template_event_check check (event in ('Apointment_Request',
  'Apointment_Booking', 'Appointment_Reminder', 'Apointment_Cancel', 'Apointment_Reschedule', 'Apointment_Confirm',
  'Pending_Payment_Reminder', 'Report_Sign', 'Report_Verify', 'Follow_Up_Due', 'Follow_Up_Referrer'));

alter table patient_notice drop constraint patient_notice_event_check;
alter table patient_notice add constraint patient_notice_event_check check (event in ('Apointment_Request',
  'Apointment_Booking', 'Appointment_Reminder', 'Apointment_Cancel', 'Apointment_Reschedule', 'Apointment_Confirm',
  'Pending_Payment_Reminder', 'Report_Sign', 'Report_Verify', 'Report_Link', 'Follow_Up_Due', 'Follow_Up_Referrer'));
