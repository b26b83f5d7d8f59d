-- The bell tells the desk of a monthly report of Form F that is to be sent (docs/form-f.md#the-monthly-report).
alter table notification drop constraint notification_kind_check, drop constraint notification_subject_type_check,
  add constraint notification_kind_check check (kind in ('study_assigned', 'critical_result', 'critical_overdue',
    'peer_reading', 'peer_learning', 'peer_answer', 'booking_request', 'ai_result', 'hl7_failed', 'order_state_failed',
    'message_failed', 'interface_silent', 'interface_heard', 'certificate_ending', 'certificate_expired',
    'form_f_report', 'device_added', 'passkey_added', 'passkey_removed', 'sign_in_failed', 'password_reset',
    'recovery_code_used')) not valid,
  add constraint notification_subject_type_check check (subject_type in ('study', 'booking_request', 'patient',
    'message', 'device', 'passkey', 'person', 'interface', 'certificate', 'branch')) not valid;
