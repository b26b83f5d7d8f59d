/**
 * The module permissions of a role (spec 1 section 6, spec 3 section 6, spec 2 section 2.3).
 * The server refuses by them and the client hides by them; both read this one tuple.
 */
export const PERMISSIONS = [
  'view_dashboard',
  'view_archives',
  'view_all_dr_worklist',
  'view_patient_portal_archives',
  'view_patient_portal_patients',
  'appointments',
  'scan_worklist',
  'manage_users',
  'manage_masters',
  'create_templates',
  'manage_clients',
  'referral_commission_report',
  'sales_report',
  'bi_report',
  'que_screen',
  'verify_report',
  'add_addendum',
  'assign_doctor_to_study',
  'assign_tag_to_study',
  'assign_critical_tag_to_study',
  'split_study',
  'share_study',
  'edit_no_of_reports',
  'edit_patient_and_study',
  'add_comment_to_study',
  'add_technician_comment_to_study',
  'add_nurse_comment_to_study',
  'remove_service_after_visit_start',
  'print_pending_payment_report',
  'print_pending_invoice',
  'create_receipt',
  'create_refund',
  'cancel_receipt',
  'overbook_machine',
] as const

export type Permission = (typeof PERMISSIONS)[number]
