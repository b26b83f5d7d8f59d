import { PERMISSIONS, type Permission } from './permissions.ts'

export const MODULE_GROUPS = [
  'Studies and reports',
  'Sharing and portal',
  'Front desk',
  'Money',
  'Management reports',
  'Administration',
] as const
export type ModuleGroup = (typeof MODULE_GROUPS)[number]

/** One application module as it is on the wire and in the form of a role (docs/masters.md#people). */
export interface ApplicationModule {
  /** The number on the wire (docs/wire.md); it never changes. */
  id: number
  name: Permission
  label: string
  group: ModuleGroup
}

type Described = Omit<ApplicationModule, 'name'>

const reading = (id: number, label: string): Described => ({ id, label, group: 'Studies and reports' })
const sharing = (id: number, label: string): Described => ({ id, label, group: 'Sharing and portal' })
const desk = (id: number, label: string): Described => ({ id, label, group: 'Front desk' })
const money = (id: number, label: string): Described => ({ id, label, group: 'Money' })
const figures = (id: number, label: string): Described => ({ id, label, group: 'Management reports' })
const admin = (id: number, label: string): Described => ({ id, label, group: 'Administration' })

const DESCRIBED: Record<Permission, Described> = {
  view_archives: reading(2, 'View archives and lab reports'),
  view_all_dr_worklist: reading(3, 'View the worklists of all doctors'),
  assign_doctor_to_study: reading(18, 'Assign doctors to studies'),
  verify_report: reading(16, 'Verify reports'),
  add_addendum: reading(17, 'Add addenda'),
  edit_no_of_reports: reading(23, 'Change the number of reports'),
  edit_patient_and_study: reading(24, 'Edit patient and study'),
  split_study: reading(21, 'Split studies'),
  assign_tag_to_study: reading(19, 'Assign tags'),
  assign_critical_tag_to_study: reading(20, 'Assign critical tags'),
  add_comment_to_study: reading(25, 'Add comments'),
  add_technician_comment_to_study: reading(26, 'Add technician comments'),
  add_nurse_comment_to_study: reading(27, 'Add nurse comments'),
  share_study: sharing(22, 'Share studies'),
  view_patient_portal_archives: sharing(4, 'View the studies of the patient portal'),
  view_patient_portal_patients: sharing(5, 'View the patients of the portal'),
  appointments: desk(6, 'Appointments: scheduler, visits, booking requests'),
  scan_worklist: desk(7, 'Scan worklist'),
  que_screen: desk(15, 'Que screens'),
  overbook_machine: desk(34, 'Book a machine twice or while the branch is closed, with a reason'),
  remove_service_after_visit_start: desk(28, 'Remove a service after the visit has started'),
  merge_patients: desk(35, 'Merge patients, and take a merge back'),
  create_receipt: money(31, 'Create receipts'),
  create_refund: money(32, 'Create refunds'),
  cancel_receipt: money(33, 'Cancel receipts and refunds'),
  custom_discount: money(36, 'Give a discount without a discount head'),
  close_any_day: money(37, 'Close the day of others, and settle unallocated money'),
  lock_month: money(38, 'Lock and unlock months'),
  special_mgmt_discount: money(39, 'Give special management discounts'),
  reader_payout: money(40, 'Pay-out of readers, of the whole client'),
  refund_insurance_as_cash: money(41, 'Pay out to the patient what an insurer paid'),
  print_pending_payment_report: money(29, 'Print reports while payment is pending'),
  print_pending_invoice: money(30, 'Print invoices while payment is pending'),
  view_dashboard: figures(1, 'Dashboard'),
  sales_report: figures(13, 'Sales report'),
  referral_commission_report: figures(12, 'Referral commission report'),
  bi_report: figures(14, 'BI report'),
  manage_users: admin(8, 'Manage users and roles'),
  manage_masters: admin(9, 'Manage masters and settings'),
  create_templates: admin(10, 'Create templates'),
  manage_clients: admin(11, 'Manage clients and licences'),
}

/** Every application module with its words, in the order of its group. */
export const APPLICATION_MODULES: readonly ApplicationModule[] = (
  Object.entries(DESCRIBED) as [Permission, Described][]
).map(([name, described]) => ({ name, ...described }))

const BY_ID = new Map(APPLICATION_MODULES.map((module) => [module.id, module.name]))

/** The permission for a number on the wire. */
export const findModule = (id: number): Permission | undefined => BY_ID.get(id)
/** The number of a permission on the wire. */
export const moduleId = (name: Permission): number => DESCRIBED[name].id
export const moduleLabel = (name: Permission): string => DESCRIBED[name].label

/** Only the platform's own people administer clients; any client may grant every other module. */
const OF_PLATFORM: ReadonlySet<Permission> = new Set(['manage_clients'])

/** The permissions that an administrator may grant. */
export const grantableBy = (isOfPlatform: boolean): readonly Permission[] =>
  isOfPlatform ? PERMISSIONS : PERMISSIONS.filter((name) => !OF_PLATFORM.has(name))
