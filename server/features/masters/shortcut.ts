import { Refusal } from '#contract/kernel/error-codes.ts'
import type { shortcut } from '#contract/masters/shortcut.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { MasterHooks, StoredRow } from '#server/masters/hooks.ts'

/**
 * Hooks for shortcuts: each belongs to a doctor; shared ones are visible to all and managed by the client's
 * administrator.
 */
export const shortcutHooks: MasterHooks<typeof shortcut> = {
  visible: (eb, { userId }) => eb.or([eb('m.user_id', 'is', null), eb('m.user_id', '=', userId)]),
  prepare: async (_input, before, { caller }) => {
    if (!before) return { user_id: caller.userId }
    demandOwn(before, caller)
    return undefined
  },
  beforeRemove: async (row, { caller }) => demandOwn(row, caller),
  complete: async (rows) => new Map(rows.map(({ id, user_id }) => [id, { user_id }])),
}

function demandOwn({ user_id }: StoredRow, { userId, isClientAdmin }: Caller): void {
  if (user_id !== userId && !(user_id === null && isClientAdmin)) throw new Refusal('not_permitted')
}
