import type { user } from '#contract/masters/user.ts'
import type { UserKind } from '#domain/access/user-kinds.ts'

type FieldName = keyof (typeof user)['fields']

/** What the list and the form of a kind show. */
export interface KindView {
  /** The values that the list implies; a person of two kinds is in both lists. */
  fixed: Readonly<Record<string, 0 | 1>>
  columns: readonly string[]
  addLabel: string
  title: { add: string; edit: string }
  doctor: readonly FieldName[]
  referrer: readonly FieldName[]
  commission: readonly FieldName[]
}

const DOCTOR = ['education', 'speciality', 'dr_his_code', 'dr_licence_code'] as const

/** The four lists of the one master of people (docs/masters.md#people). */
export const KIND_VIEWS: Record<UserKind, KindView> = {
  user: {
    fixed: { is_doctor: 0, is_clinic_doctor: 0, is_ref_doctor: 0 },
    columns: ['name', 'username', 'role', 'mobile', 'email', 'status'],
    addLabel: 'Add New',
    title: { add: 'New user', edit: 'Edit user' },
    doctor: [],
    referrer: [],
    commission: [],
  },
  radiologyDoctor: {
    fixed: { is_doctor: 1 },
    columns: ['name', 'username', 'role', 'speciality', 'can_sign', 'mobile', 'status'],
    addLabel: 'Add New',
    title: { add: 'New radiology doctor', edit: 'Edit radiology doctor' },
    doctor: ['can_sign', 'is_clinic_doctor', 'department_id', ...DOCTOR],
    referrer: [],
    commission: [],
  },
  clinicalDoctor: {
    fixed: { is_clinic_doctor: 1 },
    columns: ['name', 'username', 'role', 'department', 'speciality', 'mobile', 'status'],
    addLabel: 'Add New',
    title: { add: 'New clinical doctor', edit: 'Edit clinical doctor' },
    doctor: ['department_id', 'can_sign', ...DOCTOR],
    referrer: [],
    commission: [],
  },
  referralDoctor: {
    fixed: { is_ref_doctor: 1 },
    columns: ['name', 'ref_doctor_type', 'ref_dr_area', 'mobile', 'ref_dr_is_commission', 'status'],
    addLabel: 'Add New',
    title: { add: 'New referral doctor', edit: 'Edit referral doctor' },
    doctor: [],
    referrer: ['ref_doctor_type', 'ref_dr_area', 'address'],
    commission: [
      'ref_dr_is_commission',
      'ref_dr_commission_on',
      'refdr_comm_on_price',
      'refdr_share_in_discount',
    ],
  },
}
