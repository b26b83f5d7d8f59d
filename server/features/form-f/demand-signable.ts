import { Refusal } from '#contract/kernel/error-codes.ts'
import { formFPartOf } from '#domain/pndt/form-f.ts'
import { isWoman, pndtDoctors } from '#domain/pndt/form-f-start.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { LockedVisit } from '../visits/write-store.ts'
import { getPndtBranch } from './pndt-branch.ts'

/**
 * Throws if a part of Form F cannot be signed at this visit. Returns the doctors who may sign it; undefined for any other
 * form.
 */
export async function demandSignable(
  tx: Tx,
  visit: Pick<LockedVisit, 'client_id' | 'branch_id'>,
  { formId, gender, via }: { formId: string; gender: string; via: string },
): Promise<string[] | undefined> {
  if (formFPartOf(formId) === undefined) return undefined
  if (via === 'Link') throw new Refusal('refused', 'Form F is signed at the centre.')
  const branch = await getPndtBranch(tx, visit.client_id, visit.branch_id)
  if (!branch.pndt_applies) throw new Refusal('refused', 'Form F does not apply at this branch.')
  if (!isWoman(gender))
    throw new Refusal('refused', 'Form F is for a pregnant woman; this patient is not registered as female.')
  return pndtDoctors(branch)
}
