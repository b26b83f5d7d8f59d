import type { Permission } from '#domain/access/permissions.ts'

/** The roles of a demo centre; 2 is the administrator in every client (docs/wire.md). */
export const DEMO_ROLES = {
  administrator: 2,
  seniorRadiologist: 3,
  radiologist: 4,
  manager: 5,
  reception: 6,
  technician: 7,
  patient: 8,
  referrer: 9,
  desk: 10,
  clinicDoctor: 11,
  platform: 2,
} as const
export type DemoRole = keyof typeof DEMO_ROLES

interface RoleOfCentre {
  role: DemoRole
  name: string
  modules: readonly Permission[]
}

const DESK: readonly Permission[] = [
  'view_archives',
  'view_patient_portal_archives',
  'view_patient_portal_patients',
  'appointments',
  'create_receipt',
  'share_study',
  'assign_tag_to_study',
  'add_comment_to_study',
]

/** Permissions of administrators and managers for sales figures. */
const FIGURES: readonly Permission[] = ['sales_report', 'referral_commission_report', 'bi_report']

export const ROLES_OF_CENTRE: readonly RoleOfCentre[] = [
  {
    role: 'administrator',
    name: 'Administrator',
    modules: [
      ...DESK,
      'view_dashboard',
      'view_all_dr_worklist',
      'manage_users',
      'manage_masters',
      'create_templates',
      'assign_doctor_to_study',
      'assign_critical_tag_to_study',
      'edit_no_of_reports',
      'edit_patient_and_study',
      'split_study',
      'create_refund',
      'cancel_receipt',
      'merge_patients',
      'close_any_day',
      'lock_month',
      'reader_payout',
      'special_mgmt_discount',
      'refund_insurance_as_cash',
      'custom_discount',
      'print_pending_invoice',
      ...FIGURES,
    ],
  },
  {
    role: 'seniorRadiologist',
    name: 'Senior radiologist',
    modules: [
      'view_dashboard',
      'view_archives',
      'view_all_dr_worklist',
      'create_templates',
      'verify_report',
      'add_addendum',
      'assign_doctor_to_study',
      'assign_tag_to_study',
      'assign_critical_tag_to_study',
      'edit_no_of_reports',
      'add_comment_to_study',
    ],
  },
  {
    role: 'radiologist',
    name: 'Radiologist',
    modules: ['add_addendum', 'assign_critical_tag_to_study', 'add_comment_to_study'],
  },
  {
    role: 'manager',
    name: 'Branch manager',
    modules: [
      ...DESK,
      'view_dashboard',
      'view_all_dr_worklist',
      'assign_doctor_to_study',
      'create_refund',
      'cancel_receipt',
      'close_any_day',
      'special_mgmt_discount',
      ...FIGURES,
    ],
  },
  { role: 'reception', name: 'Reception', modules: DESK },
  {
    role: 'technician',
    name: 'Technician',
    modules: ['view_archives', 'scan_worklist', 'add_technician_comment_to_study', 'assign_tag_to_study'],
  },
  {
    role: 'desk',
    name: 'Front desk, senior',
    modules: [
      ...DESK,
      'scan_worklist',
      'create_refund',
      'cancel_receipt',
      'overbook_machine',
      'custom_discount',
      'print_pending_invoice',
    ],
  },
  { role: 'clinicDoctor', name: 'Clinic doctor', modules: ['add_comment_to_study'] },
  { role: 'patient', name: 'Patient', modules: [] },
  { role: 'referrer', name: 'Referrer', modules: [] },
]
