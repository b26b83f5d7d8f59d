import { Refusal } from '#contract/kernel/error-codes.ts'
import { branchesBeyond } from '#domain/access/grants.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { granterOf } from './grant-checks.ts'
import { flagAfter, type UserDraft } from './user-checks.ts'

/** The fields of a person's record that grant or remove rights. */
const RIGHTS = [
  'role_id',
  'branch_ids',
  'is_doctor',
  'is_clinic_doctor',
  'is_ref_doctor',
  'can_sign',
  'ctrl_view_study_image_only',
] as const
const OF_DOCTORS = ['is_doctor', 'can_sign'] as const
/** The fields by which a person signs in, or receives sign-in messages. */
const SIGNS_IN_BY = ['username', 'email', 'mobile'] as const

const BY_ADMINISTRATOR = 'is set by an administrator of the client only'

/**
 * Throws for rights that the caller may not grant: the caller's own, branches that the caller does not have, and the
 * right to read and sign as a doctor. `changed` names the fields that the save changes.
 */
export function demandGrantable(draft: UserDraft, changed: readonly string[], { caller }: Context): void {
  const { id, input, before } = draft
  if (id === caller.userId && RIGHTS.some((name) => changed.includes(name)))
    throw new Refusal('not_permitted', 'Another administrator must change your own rights.')
  const granter = granterOf(caller)
  if (granter.isAdmin) return
  // People must not change their own network restrictions.
  if (id === caller.userId && changed.includes('allowed_ips'))
    throw new Refusal('not_permitted', 'An administrator must change your own networks.')
  const broken: Record<string, string> = {}
  for (const name of OF_DOCTORS)
    if (flagAfter(draft, name) !== flagAfter({ input: {} as UserDraft['input'], before }, name))
      broken[name] = BY_ADMINISTRATOR
  const had = (before?.branch_ids as string[] | undefined) ?? []
  if (branchesBeyond(input.branch_ids ?? had, had, granter).length > 0)
    broken.branch_ids = 'may hold the branches that you work in'
  // A person who could redirect the password link could read and sign in the doctor's name.
  if (before && (before.is_doctor || before.can_sign || before.is_ref_doctor))
    for (const name of SIGNS_IN_BY) if (changed.includes(name)) broken[name] = BY_ADMINISTRATOR
  if (Object.keys(broken).length > 0) throw invalid(broken)
}
