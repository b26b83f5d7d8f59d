import { user } from '#contract/masters/user.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { fullName } from '#domain/access/user-kinds.ts'
import { hasBranches } from '#domain/access/user-rules.ts'
import type { Context } from '#server/kernel/context.ts'
import { columnsOf } from '#server/masters/columns.ts'
import { flagAfter, type UserDraft } from './user-checks.ts'
import { keptType } from './user-hooks.ts'

/** Returns the columns that the save sets: those of the declaration, and those derived from them. */
export function columnsOfUser(draft: UserDraft, { caller }: Context): Readonly<Record<string, unknown>> {
  const { input, before } = draft
  const userType = keptType(caller)
  const stored = (name: string) => (before?.[name] as string | undefined) ?? ''
  const education = input.education ?? stored('education')
  const speciality = input.speciality ?? stored('speciality')
  return {
    ...columnsOf(user, input, before === undefined),
    ...branchesOf(draft, userType === 'CLIENT'),
    ...(before ? {} : { user_type: userType, password_hash: '' }),
    ...(input.sig_file_id == null ? {} : { signature_file_id: input.sig_file_id || null }),
    name: fullName(input.fname, input.lname ?? stored('lname')),
    username: draft.username,
    role_id: input.role_id,
    is_client_admin: userType === 'CLIENT' && input.role_id === ADMIN_ROLE_ID,
    ref_doctor_type:
      flagAfter(draft, 'is_ref_doctor') === 1 ? (input.ref_doctor_type ?? stored('ref_doctor_type')) : '',
    allowed_ips: draft.allowedIps,
    // The text that papers print below the name.
    title: [education, speciality].filter((part) => part !== '').join(', '),
  }
}

// Only people of the client edit branches (docs/masters.md#who-sees-which-tile).
function branchesOf(draft: UserDraft, isOfClient: boolean): Readonly<Record<string, unknown>> {
  const { input, before } = draft
  const may =
    isOfClient && hasBranches({ role_id: input.role_id, is_ref_doctor: flagAfter(draft, 'is_ref_doctor') })
  const kept = (before?.branch_ids as string[] | undefined) ?? []
  return { branch_ids: may ? [...new Set(input.branch_ids ?? kept)] : kept }
}
