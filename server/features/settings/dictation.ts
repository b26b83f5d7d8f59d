import type { dictationCalls } from '#contract/calls/dictation.ts'
import type { HandlersFor } from '#server/kernel/context.ts'

export const dictationHandlers: HandlersFor<typeof dictationCalls> = {
  dictationRules: async (_, { tx, caller }) => {
    const setting = await tx
      .selectFrom('client_setting')
      .select('dictation_may_leave_device')
      .where('client_id', '=', caller.clientId)
      .executeTakeFirst()
    return { result: { may_leave_device: setting?.dictation_may_leave_device ? 1 : 0 } }
  },
}
