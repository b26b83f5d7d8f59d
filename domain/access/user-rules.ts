import { ADMIN_ROLE_ID } from './role-rules.ts'
import { type KindFlags, kindsOf } from './user-kinds.ts'

/** Of a user as the form sends it, what the rules look at. */
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

/** The required fields of docs/masters.md#lists that depend on what the person is: each broken rule by its field. */
export function brokenUserRules(user: UserFacts): Record<string, string> {
  const broken: Record<string, string> = {}
  const kinds = kindsOf(user)
  if (kinds.includes('clinicalDoctor') && !user.department_id) broken.department_id = 'is required'
  if (kinds.includes('radiologyDoctor') && user.can_sign === undefined) broken.can_sign = 'is required'
  const isReferrer = kinds.includes('referralDoctor')
  if (isReferrer && kinds.length > 1) broken.is_ref_doctor = 'cannot be combined with a doctor of the house'
  if (isReferrer && user.ref_doctor_type === '') broken.ref_doctor_type = 'is required'
  if (isReferrer && user.role_id === ADMIN_ROLE_ID) broken.role_id = 'is not for referral doctors'
  // A referral doctor may be known without ever signing in. The password is set by its person, by a link.
  const signsIn = !isReferrer || user.has_password
  if (signsIn && user.username === '') broken.username = SIGNS_IN
  return broken
}

/** True where branches may be given to the person: not to administrators, who see all, nor to referral doctors. */
export const hasBranches = (user: Pick<UserFacts, 'role_id' | 'is_ref_doctor'>): boolean =>
  user.role_id !== ADMIN_ROLE_ID && user.is_ref_doctor === 0
