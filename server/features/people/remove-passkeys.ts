import type { othersPasskeyCalls } from '#contract/calls/passkeys.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, HandlersFor } from '#server/kernel/context.ts'
import { lockRow } from '#server/masters/store.ts'
import { removeAllPasskeys } from '../passkeys/remove-all.ts'
import { granterOf } from './grant-checks.ts'
import { demandLinkMaker } from './password-links.ts'
import { mountedUsers } from './user-hooks.ts'

/** Refuses who is no administrator of the client: the right to keep people is not enough to take a second factor away. */
export function demandPasskeyRemover(caller: Caller): void {
  demandLinkMaker(caller)
  if (!granterOf(caller).isAdmin) throw new Refusal('not_permitted')
}

/**
 * Takes all passkeys and recovery codes of somebody who lost them out of use. The person is told, and is asked for a new
 * passkey at the next sign-in where the client requires one. Nobody does it for themselves: a stolen session would.
 */
export const othersPasskeyHandlers: HandlersFor<typeof othersPasskeyCalls> = {
  removeAll: async ({ id }, ctx) => {
    demandPasskeyRemover(ctx.caller)
    if (id === ctx.caller.userId)
      throw new Refusal('refused', 'You remove your own passkeys under Devices and sign-ins.')
    if (!(await lockRow(ctx.tx, mountedUsers, ctx.caller, id))) throw new Refusal('not_found')
    const owner = { clientId: ctx.caller.clientId, userId: id }
    const removed = await removeAllPasskeys(ctx, owner, ctx.caller.userId)
    await ctx.audit('passkeys_removed', 'user', id, { count: removed })
    return { message: removed === 1 ? '1 passkey removed.' : `${removed} passkeys removed.` }
  },
}
