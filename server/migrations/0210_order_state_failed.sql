-- The state of an order that its receiver does not take rings the administrators' bell (docs/decisions/326).
alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('study_assigned', 'critical_result', 'booking_request',
    'ai_result', 'hl7_failed', 'order_state_failed', 'message_failed', 'interface_silent', 'interface_heard',
    'device_added', 'passkey_added', 'passkey_removed', 'sign_in_failed', 'password_reset', 'recovery_code_used'));
