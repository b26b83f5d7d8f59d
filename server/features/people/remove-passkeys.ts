import type { othersPasskeyCalls } from '#contract/calls/passkeys.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import { lockRow } from '#server/masters/store.ts'
import { dropCodes } from '../passkeys/recovery.ts'
import { endPasskey, listPasskeys } from '../passkeys/store.ts'
import { tellOfPasskey } from '../passkeys/tell.ts'
import { demandLinkMaker } from './password-links.ts'
import { granterOf } from './person-rights.ts'
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
    const removed = await removeAll(ctx, id)
    return { message: removed === 1 ? '1 passkey removed.' : `${removed} passkeys removed.` }
  },
}

async function removeAll(ctx: Context, userId: string): Promise<number> {
  const { tx, caller, now } = ctx
  const owner = { clientId: caller.clientId, userId }
  const passkeys = await listPasskeys(tx, owner)
  for (const passkey of passkeys) {
    await endPasskey(tx, owner, passkey.id, caller.userId, now)
    await tellOfPasskey(ctx, 'passkey_removed', owner, passkey.id)
  }
  await dropCodes(tx, owner)
  await ctx.audit('passkeys_removed', 'user', userId, { count: passkeys.length })
  return passkeys.length
}
