import type { MainModule } from './main-modules.ts'

/** Main modules as shown to administrators. */
export const MAIN_MODULE_NAMES: Record<MainModule, string> = {
  teleradiology: 'Teleradiology',
  archive_reporting: 'Archive reporting',
  que_screen: 'Queue screens',
  appointment_system: 'Appointment system',
  patient_portal: 'Patient portal',
  whatsapp_send: 'Send by WhatsApp',
  bi_report: 'BI reports',
  consent_forms: 'Consent forms',
  whatsapp_share: 'Share by WhatsApp',
  sms_share: 'Share by SMS',
  email_share: 'Share by e-mail',
  telegram_share: 'Share by Telegram',
  multi_ref_dr: 'Several referral doctors',
  sales_report: 'Sales report',
  referral_scheme_settle: 'Referral scheme settlement',
  special_mgmt_discount: 'Special management discount',
  ezzy_ai_flow: 'AI reading',
  split_study: 'Split study',
  assign_critical_tag_to_study: 'Critical tags',
  booklet: 'Image booklet',
  pat_booking_request: 'Booking requests of patients',
}
