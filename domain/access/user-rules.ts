import { ADMIN_ROLE_ID } from './role-rules.ts'
import { type KindFlags, kindsOf } from './user-kinds.ts'

/** The fields of a user that the rules check, as the form sends them. */
export interface UserFacts extends KindFlags {
  fname: string
  role_id: number
  username: string
  /** Whether the person has set a password. */
  has_password: boolean
  department_id: string | null
  can_sign: 0 | 1 | undefined
  ref_doctor_type: string
}

const SIGNS_IN = 'is required to sign in'

/** The required fields of docs/masters.md#lists that depend on the kind of person: each broken rule by field. */
export function brokenUserRules(user: UserFacts): Record<string, string> {
  const broken: Record<string, string> = {}
  const kinds = kindsOf(user)
  if (kinds.includes('clinicalDoctor') && !user.department_id) broken.department_id = 'is required'
  if (kinds.includes('radiologyDoctor') && user.can_sign === undefined) broken.can_sign = 'is required'
  const isReferrer = kinds.includes('referralDoctor')
  if (isReferrer && kinds.length > 1) broken.is_ref_doctor = 'cannot be combined with a doctor of the centre'
  if (isReferrer && user.ref_doctor_type === '') broken.ref_doctor_type = 'is required'
  if (isReferrer && user.role_id === ADMIN_ROLE_ID) broken.role_id = 'is not for referral doctors'
  // A referral doctor may exist without ever signing in. People set their own password, by a link.
  const signsIn = !isReferrer || user.has_password
  if (signsIn && user.username === '') broken.username = SIGNS_IN
  return broken
}

/** True if the person can have branches: not administrators, who see all, nor referral doctors. */
export const hasBranches = (user: Pick<UserFacts, 'role_id' | 'is_ref_doctor'>): boolean =>
  user.role_id !== ADMIN_ROLE_ID && user.is_ref_doctor === 0
