-- Peer learning (docs/peer-learning.md): since when it has been on, and the bell of an answer.

alter table client_setting
  -- What was signed before is not drawn. Null of a client that switched it on before this was kept.
  add column peer_since timestamptz;

alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('study_assigned', 'critical_result', 'critical_overdue',
    'peer_reading', 'peer_learning', 'peer_answer', 'booking_request', 'ai_result', 'hl7_failed', 'order_state_failed',
    'message_failed', 'interface_silent', 'interface_heard', 'certificate_ending', 'certificate_expired', 'device_added',
    'passkey_added', 'passkey_removed', 'sign_in_failed', 'password_reset', 'recovery_code_used'));
