import type { Permission } from './permissions.ts'
import { type AccessRule, anyOf, isClientAdmin, isStaff, permits } from './rules.ts'

/**
 * Kinds of fields that not everybody who may open their record may see: what patients pay, what services cost, what
 * referrers earn, national ids with passports, and details of colleagues besides their names.
 */
export const KNOWLEDGE = ['money', 'prices', 'commission', 'identity', 'colleagues'] as const
export type Knowledge = (typeof KNOWLEDGE)[number]

const anyPermission = (...names: readonly Permission[]) => anyOf(isClientAdmin, ...names.map(permits))

/** The permissions that deal with patients' payments; whoever books a visit states its price (docs/decisions/255). */
const money = anyPermission(
  'appointments',
  'create_receipt',
  'create_refund',
  'cancel_receipt',
  'custom_discount',
  'close_any_day',
  'lock_month',
  'special_mgmt_discount',
  'print_pending_invoice',
  'sales_report',
)

/** Who may see each kind. The server omits the fields from responses to others, and screens hide them. */
export const KNOWS: Readonly<Record<Knowledge, AccessRule>> = {
  money,
  prices: anyOf(money, permits('manage_masters')),
  commission: anyPermission('manage_masters', 'manage_users', 'referral_commission_report'),
  identity: anyPermission('appointments', 'view_patient_portal_patients', 'merge_patients'),
  colleagues: isStaff,
}
