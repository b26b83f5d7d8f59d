import type { othersPasskeyCalls } from '#contract/calls/passkeys.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, HandlersFor } from '#server/kernel/context.ts'
import { lockRow } from '#server/masters/store.ts'
import { removeAllPasskeys } from '../passkeys/public/remove-all.ts'
import { granterOf } from './grant-checks.ts'
import { demandLinkMaker } from './public/password-links.ts'
import { mountedUsers } from './user-hooks.ts'

/**
 * Throws if the caller is not an administrator of the client: the right to manage people is not enough to remove a
 * second factor.
 */
export function demandPasskeyRemover(caller: Caller): void {
  demandLinkMaker(caller)
  if (!granterOf(caller).isAdmin) throw new Refusal('not_permitted')
}

/**
 * Handlers that revoke all passkeys and recovery codes of a person who lost them. The person is notified, and must
 * register a new passkey at the next sign-in if the client requires one. Nobody can do this for their own account,
 * because a stolen session could.
 */
export const othersPasskeyHandlers: HandlersFor<typeof othersPasskeyCalls> = {
  removeAll: async ({ id }, ctx) => {
    demandPasskeyRemover(ctx.caller)
    if (id === ctx.caller.userId)
      throw new Refusal('refused', 'Remove your own passkeys under Devices and sign-ins.')
    if (!(await lockRow(ctx.tx, mountedUsers, ctx.caller, id))) throw new Refusal('not_found')
    const owner = { clientId: ctx.caller.clientId, userId: id }
    const removed = await removeAllPasskeys(ctx, owner, ctx.caller.userId)
    await ctx.audit('passkeys_removed', 'user', id, { count: removed })
    return { message: removed === 1 ? '1 passkey removed.' : `${removed} passkeys removed.` }
  },
}
