import { Refusal } from '#contract/kernel/error-codes.ts'
import { formFPartOf } from '#domain/pndt/form-f.ts'
import { isWoman, pndtDoctors } from '#domain/pndt/form-f-start.ts'
import type { LockedVisit } from '#server/features/visits/public/write-store.ts'
import type { Context } from '#server/kernel/context.ts'
import { getPndtBranch } from './pndt-branch.ts'
import { selectRegisteredThen } from './registration.ts'

/** Who may sign a part of Form F. */
export interface FormFSigners {
  doctors: string[]
  /** Of these, who left the registration since it was signed. */
  left: string[]
}

/**
 * Throws if a part of Form F cannot be signed at this visit. Returns the doctors who may sign it, as the registration was
 * when it was signed; undefined for any other form.
 */
export async function demandSignable(
  ctx: Context,
  visit: Pick<LockedVisit, 'client_id' | 'branch_id'>,
  { formId, gender, via }: { formId: string; gender: string; via: string },
): Promise<FormFSigners | undefined> {
  if (formFPartOf(formId) === undefined) return undefined
  if (via === 'Link') throw new Refusal('refused', 'Form F is signed at the centre.')
  const branch = await getPndtBranch(ctx.tx, visit.client_id, visit.branch_id)
  if (!branch.pndt_applies) throw new Refusal('refused', 'Form F does not apply at this branch.')
  if (!isWoman(gender))
    throw new Refusal('refused', 'Form F is for a pregnant woman; this patient is not registered as female.')
  const present = pndtDoctors(branch)
  const then = await selectRegisteredThen(ctx, visit)
  const left = then.filter((doctor) => !present.includes(doctor))
  return { doctors: [...present, ...left], left }
}
