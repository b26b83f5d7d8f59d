import * as z from 'zod/mini'
import { PRIORS_ASKED_MAX, type priorCalls, type StudyPriors } from '#contract/calls/priors.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { demandDoctor } from '#server/kernel/auth/demand-caller.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { selectFiledTexts } from './filed-store.ts'
import { findPriors, markOf, reportIdsOf, toldOf } from './find-priors.ts'
import { selectAsked } from './former-store.ts'

/** Previous studies are shown beside the text that is being written. */
export const PRIOR_DEMANDS: DemandsFor<typeof priorCalls> = { priors: demandDoctor }

export const priorHandlers: HandlersFor<typeof priorCalls> = {
  priors: async ({ ids: idText, marks: markText, opened }, ctx) => {
    const { tx, caller } = ctx
    const ids = readIds(idText)
    const marks = markText.split(',')
    const held = new Map(ids.map((id, i) => [id, marks[i] ?? '']))
    const asked = await selectAsked(tx, caller, ids)
    if (asked.length === 0) throw new Refusal('not_found')
    const found = await findPriors(tx, caller, asked)
    const news = new Set(found.filter((one) => markOf(one) !== held.get(one.study.id)))
    const texts = await selectFiledTexts(tx, caller.clientId, reportIdsOf([...news]))
    // A prefetch by a device does not count as reading by a person, and neither does a pull.
    if (opened === 1)
      for (const { study, chosen } of found)
        await ctx.audit('read', 'prior', study.id, { studies: chosen.length })
    return {
      result: found.map(
        (one): StudyPriors => ({
          study_id: one.study.id,
          mark: markOf(one),
          ...(news.has(one) && { told: toldOf(one, texts) }),
        }),
      ),
    }
  },
}

const Ids = z.array(EntityId).check(z.minLength(1), z.maxLength(PRIORS_ASKED_MAX))

function readIds(text: string): string[] {
  const ids = Ids.safeParse(text.split(','))
  if (!ids.success)
    throw new Refusal('invalid', undefined, { fields: { ids: `must be 1 to ${PRIORS_ASKED_MAX} ids` } })
  return ids.data
}
