import { CRITICAL_COLOUR, type studyTag } from '#contract/masters/study-tag.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'
import { countWords } from '#server/masters/use-words.ts'

/** Hooks for study tags: a critical tag has a fixed colour, and a tag in use cannot be removed. */
export const studyTagHooks: MasterHooks<typeof studyTag> = {
  prepare: async ({ type }) => (type === 'Critical' ? { color: CRITICAL_COLOUR } : undefined),
  usedIn: async (id, { tx, caller }) => {
    const { n } = await tx
      .selectFrom('study')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('client_id', '=', caller.clientId)
      .where('hidden', 'is', null)
      .where((eb) => eb.or([eb('tag_id', '=', id), eb('tag_critical_id', '=', id)]))
      .executeTakeFirstOrThrow()
    return n === 0 ? [] : [countWords(n, 'study')]
  },
}
