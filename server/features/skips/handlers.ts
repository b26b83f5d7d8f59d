import type { skipCalls } from '#contract/calls/skips.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isSkipReason } from '#domain/study/lists/skip-reasons.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { insertSkip, type StoredSkip } from '../studies/public/skip-store.ts'
import { findVisibleStudy } from '../studies/public/store.ts'

function demandDoctor({ isDoctor }: Caller): void {
  if (!isDoctor) throw new Refusal('not_permitted')
}

export const SKIP_DEMANDS: DemandsFor<typeof skipCalls> = { skipStudy: demandDoctor }

export const skipHandlers: HandlersFor<typeof skipCalls> = {
  // Only checks that the study is visible: a skip stays valid even if the study was signed or reassigned since.
  skipStudy: async ({ id, study_id, reason }, ctx) => {
    const study = await findVisibleStudy(ctx.tx, ctx.caller, study_id, ctx.now)
    if (!study) throw new Refusal('not_found')
    const skipped_on = skippedAt(ctx, new Date(study.received_datetime))
    const wanted = { id, study_id, reason, user_id: ctx.caller.userId, skipped_on }
    const { stored, isNew } = await insertSkip(ctx, wanted)
    if (isNew) await ctx.audit('skip', 'study_skip', id, { study_id, reason })
    else if (!isSame(stored, wanted)) throw new Refusal('refused', 'Another skip has this id.')
    return { message: 'Skipped', result: { skip: told(stored) } }
  },
}

// Limits the time, because the device's clock may be wrong: not later than now, and not before the study was
// received.
function skippedAt({ madeAt, now }: Context, received: Date): Date {
  const at = Math.max((madeAt ?? now).getTime(), received.getTime())
  return new Date(Math.min(at, now.getTime()))
}

const isSame = (a: Omit<StoredSkip, 'client_id'>, b: Omit<StoredSkip, 'client_id'>) =>
  a.study_id === b.study_id && a.user_id === b.user_id && a.reason === b.reason

function told({ id, reason, skipped_on }: StoredSkip) {
  if (!isSkipReason(reason)) throw new Error('a stored skip has an unknown reason')
  return { id, reason, skipped_on: skipped_on.toISOString() }
}
