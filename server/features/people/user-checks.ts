import { Refusal } from '#contract/kernel/error-codes.ts'
import type { UserInput } from '#contract/masters/user.ts'
import { ALLOWED_IPS_MAX, badAllowedIps, isAllowedIp, splitAllowedIps } from '#domain/access/allowed-ips.ts'
import { stripWhitespace } from '#domain/access/password-rule.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { brokenUserRules } from '#domain/access/user-rules.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { StoredRow } from '#server/masters/hooks.ts'

/** The state of a person that a save would create, in the form's terms. */
export interface UserDraft {
  id: string
  before: StoredRow | undefined
  input: UserInput
  username: string
  allowedIps: string[]
}

/** Returns the draft of a save; omitted fields keep their values. */
export function draftOf(id: string, input: UserInput, before: StoredRow | undefined): UserDraft {
  const storedName = (before?.username as string | undefined) ?? ''
  return {
    id,
    before,
    input,
    username: stripWhitespace(input.username ?? storedName),
    allowedIps:
      input.allowed_ips === undefined
        ? ((before?.allowed_ips as string[] | undefined) ?? [])
        : splitAllowedIps(input.allowed_ips ?? ''),
  }
}

/** Returns a flag's value after the save. */
export function flagAfter(
  { input, before }: Pick<UserDraft, 'input' | 'before'>,
  name: 'is_doctor' | 'is_clinic_doctor' | 'is_ref_doctor' | 'can_sign',
): 0 | 1 {
  return input[name] ?? (before?.[name] === true ? 1 : 0)
}

/** Throws with every broken rule of docs/masters.md#lists by its field. */
export function demandValidUser(draft: UserDraft): void {
  const { input, before } = draft
  const broken = brokenUserRules({
    fname: input.fname,
    role_id: input.role_id,
    username: draft.username,
    has_password: Boolean(before?.password_hash),
    department_id:
      input.department_id === undefined ? ((before?.department_id as string) ?? null) : input.department_id,
    can_sign: before || input.can_sign != null ? flagAfter(draft, 'can_sign') : undefined,
    ref_doctor_type: input.ref_doctor_type ?? (before?.ref_doctor_type as string | undefined) ?? '',
    is_doctor: flagAfter(draft, 'is_doctor'),
    is_clinic_doctor: flagAfter(draft, 'is_clinic_doctor'),
    is_ref_doctor: flagAfter(draft, 'is_ref_doctor'),
  })
  // Nobody may type another person's password, and the own password also opens the vault: only Change Password
  // changes both together.
  if (input.password) broken.password = 'is set by its person: save without it, and make a link for them'
  const addresses = brokenAddresses(draft.allowedIps)
  if (addresses) broken.allowed_ips = addresses
  if (Object.keys(broken).length > 0) throw invalid(broken)
}

function brokenAddresses(entries: readonly string[]): string | undefined {
  if (entries.length > ALLOWED_IPS_MAX) return `has at most ${ALLOWED_IPS_MAX} entries`
  const bad = badAllowedIps(entries)
  if (bad.length === 0) return undefined
  return `${bad.map((entry) => `"${entry}"`).join(', ')} ${bad.length === 1 ? 'is' : 'are'} no address, network or range`
}

/** Throws for changes that nobody may make to the administrator's account or to their own (docs/masters.md#lists). */
export function demandKept({ id, before, input }: UserDraft, { caller }: Context): void {
  if (before?.role_id === ADMIN_ROLE_ID) {
    if (input.role_id !== ADMIN_ROLE_ID)
      throw new Refusal('refused', 'The role of an administrator cannot be changed.')
    if (input.status === 0) throw new Refusal('refused', 'The status of an administrator cannot be changed.')
  }
  if (id === caller.userId && input.status === 0)
    throw new Refusal('refused', 'You cannot deactivate your own account.')
}

/**
 * Requests a confirmation before editors lock out their own network, because their next call would end the session.
 */
export function askBeforeShutOut({ id, input, allowedIps }: UserDraft, { caller }: Context): void {
  const { address } = caller
  if (id !== caller.userId || address === undefined || input.is_confirmed === 1) return
  if (isAllowedIp(address, allowedIps)) return
  throw new Refusal(
    'confirm',
    `These addresses do not hold the one that you work from (${address}): you would be signed out at once. Save anyway?`,
  )
}

/** Throws if a photo or signature file has another purpose or belongs to somebody else. */
export async function demandOwnFiles({ id, input }: UserDraft, { tx, caller }: Context): Promise<void> {
  const named = [
    ['image_file_id', input.image_file_id, 'photo'],
    ['sig_file_id', input.sig_file_id, 'signature'],
  ] as const
  for (const [field, fileId, purpose] of named) {
    if (!fileId) continue
    const file = await tx
      .selectFrom('file')
      .select('id')
      .where('client_id', '=', caller.clientId)
      .where('id', '=', fileId)
      .where('purpose', '=', purpose)
      .where('owner_id', '=', id)
      .executeTakeFirst()
    if (!file) throw invalid({ [field]: 'is no picture of this person' })
  }
}
