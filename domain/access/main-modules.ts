/** Features that a client (a centre) has bought: docs/people.md#modules, docs/people.md#modules. */
export const MAIN_MODULES = [
  'teleradiology',
  'archive_reporting',
  'que_screen',
  'appointment_system',
  'patient_portal',
  'whatsapp_send',
  'bi_report',
  'consent_forms',
  'whatsapp_share',
  'sms_share',
  'email_share',
  'telegram_share',
  'multi_ref_dr',
  'sales_report',
  'referral_scheme_settle',
  'special_mgmt_discount',
  'ezzy_ai_flow',
  'split_study',
  'assign_critical_tag_to_study',
  'booklet',
  'pat_booking_request',
] as const

export type MainModule = (typeof MAIN_MODULES)[number]
