import * as z from 'zod/mini'
import { Flag } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'
import { RoleId } from './role.ts'

const yesOrNo = z.optional(z.enum(['0', '1']))

/**
 * People of a client in their four kinds (docs/masters.md#people, docs/masters.md): one record, four lists and forms. What depends on
 * the kind is checked by domain/access/user-rules.ts. `name` is first and last name as one.
 */
export const user = defineMaster({
  key: 'user',
  title: 'Users',
  noun: 'user',
  base: 'php',
  // contract/calls/directory.ts serves users/ALL for pickers.
  paths: { list: 'users', save: 'saveUser', remove: 'deleteUser' },
  table: 'app_user',
  owner: 'client',
  scope: 'people',
  tiles: ['users', 'radiologyDoctors', 'clinicalDoctors', 'referralDoctors'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    fname: { kind: 'text', label: 'First Name', required: true, max: 60 },
    lname: { kind: 'text', label: 'Last Name', max: 60 },
    mobile: { kind: 'phone', label: 'Mobile', required: true },
    email: { kind: 'email', label: 'Email' },
    username: { kind: 'text', label: 'Username', max: 60 },
    // Hashed instead of sealed, because nobody reads it back.
    password: { kind: 'secret', label: 'Password', max: 200, column: 'password_hash' },
    status: { kind: 'active', label: 'Status' },
    is_doctor: { kind: 'flag', label: 'Radiology Doctor' },
    is_clinic_doctor: { kind: 'flag', label: 'Clinical Doctor' },
    is_ref_doctor: { kind: 'flag', label: 'Referral Doctor' },
    can_sign: { kind: 'flag', label: 'Can Sign' },
    department_id: { kind: 'reference', label: 'Department', to: 'department' },
    education: { kind: 'text', label: 'Education', max: 200 },
    speciality: { kind: 'text', label: 'Speciality', max: 200 },
    dr_his_code: { kind: 'code', label: 'HIS Code', max: 50 },
    dr_licence_code: { kind: 'code', label: 'Licence Code', max: 50, column: 'licence_no' },
    branch_ids: { kind: 'references', label: 'Branches', to: 'branch' },
    image_file_id: {
      kind: 'file',
      label: 'Profile Photo',
      use: 'profileImage',
      purpose: 'photo',
      column: 'photo_file_id',
    },
    // A doctor's signature is never listed for others: like a secret it is write-only, and records show if it is set.
    sig_file_id: {
      kind: 'secret',
      label: 'Stamp and Signature',
      max: 36,
      column: 'signature_file_id',
    },
    use_this_usr_wa: { kind: 'flag', label: 'Send by this user’s WhatsApp only' },
    ctrl_view_study_image_only: { kind: 'flag', label: 'View study image only', column: 'view_image_only' },
    ctrl_default_study_date_filter: {
      kind: 'choice',
      label: 'Default study date filter',
      options: ['Today', 'Any'],
      default: 'Today',
      column: 'archive_date_range',
    },
    allowed_ips: {
      kind: 'text',
      label: 'Allowed IPs',
      max: 2000,
      hint: 'Comma separated: addresses, networks (10.0.0.0/8) or ranges (192.0.2.10-192.0.2.20). Blank allows all.',
    },
    ref_doctor_type: { kind: 'choice', label: 'Type', options: ['Doctor', 'Hospital'], default: 'Doctor' },
    ref_dr_area: { kind: 'text', label: 'Area', max: 200 },
    address: { kind: 'text', label: 'Address', max: 500, lines: 2 },
    ref_dr_is_commission: { kind: 'flag', label: 'Commission' },
    ref_dr_commission_on: {
      kind: 'choice',
      label: 'Commission On',
      options: ['Service', 'Department'],
      default: 'Department',
    },
    refdr_comm_on_price: {
      kind: 'choice',
      label: 'Commission On Price',
      options: ['Discounted', 'Actual'],
      default: 'Discounted',
    },
    refdr_share_in_discount: {
      kind: 'int',
      label: 'Share In Discount',
      min: 0,
      max: 99,
      unit: '%',
      default: 0,
    },
  },
  extra: {
    role_id: RoleId,
    /** The editor was told that these addresses exclude their own, and confirms it. Never in a record. */
    is_confirmed: z.optional(Flag),
  },
  computed: {
    name: z.string(),
    role: z.string(),
    department: z.string(),
    /** The address of the photo; empty if there is none. */
    img_url: z.string(),
  },
  known: {
    ref_dr_is_commission: 'commission',
    ref_dr_commission_on: 'commission',
    refdr_comm_on_price: 'commission',
    refdr_share_in_discount: 'commission',
  },
  filters: {
    ...STATUS_FILTER,
    role_id: z.optional(z.coerce.number().check(z.int())),
    is_doctor: yesOrNo,
    is_clinic_doctor: yesOrNo,
    is_ref_doctor: yesOrNo,
    ref_doctor_type: z.optional(z.enum(['Doctor', 'Hospital'])),
  },
  columns: ['name', 'username', 'role', 'mobile', 'email', 'status'],
  search: ['fname', 'lname', 'username', 'mobile', 'email'],
  order: 'name',
  unique: 'username',
})

export type UserInput = z.output<typeof user.input>
export type UserRecord = z.output<typeof user.record>
