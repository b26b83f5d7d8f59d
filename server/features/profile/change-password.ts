import type { passwordCalls } from '#contract/calls/profile.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { LiveContext, LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import { hashPassword, isPassword } from '../auth/password.ts'
import { secretHash } from '../auth/secret.ts'
import { countTry, forgiveTry } from '../auth/store.ts'
import { endSessions } from '../people/user-access.ts'

const WINDOW_SECONDS = 15 * 60
const TRIES_PER_USER = 10

/**
 * Sets the caller's own password. The try is counted and committed before the present password is looked at, so that
 * whoever finds an unlocked desk cannot guess it. Every other session of the person ends; this one goes on.
 */
export const passwordHandlers: LiveHandlersFor<typeof passwordCalls> = {
  changePassword: async ({ current_password, new_password, confirm_password }, live) => {
    if (live.caller.userType === 'PATIENT') throw new Refusal('not_permitted')
    if (new_password !== confirm_password)
      throw invalid({ confirm_password: 'is not the same as New Password' })
    await admitTry(live)
    const stored = await live.tenant((ctx) => findHash(ctx))
    if (!(await isPassword(stored, current_password)))
      throw invalid({ current_password: 'is not your password' })
    if (current_password === new_password) throw invalid({ new_password: 'is the one that you have already' })
    const password_hash = await hashPassword(new_password)
    await live.tenant(async (ctx) => {
      const { clientId, userId, sessionId } = ctx.caller
      const { numUpdatedRows } = await ctx.tx
        .updateTable('app_user')
        .set({ password_hash })
        .where('client_id', '=', clientId)
        .where('id', '=', userId)
        // Set by somebody else in between: what was typed as the present one no longer is.
        .where('password_hash', '=', stored ?? '')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw invalid({ current_password: 'is not your password' })
      await endSessions(ctx, userId, sessionId)
      await forgiveTry(ctx.tx, [keyOf(ctx.caller)], [])
      await ctx.audit('change_password', 'user', userId)
    })
    return { message: 'Password changed. Your other sessions have ended.' }
  },
}

const keyOf = ({ userId }: Caller) => `password:${secretHash(userId).toString('base64url')}`

async function admitTry({ tenant, caller }: LiveContext): Promise<void> {
  const [tried, now] = await tenant(async (ctx) => {
    const limits = [{ key: keyOf(caller), limit: TRIES_PER_USER }]
    return [(await countTry(ctx.tx, limits, ctx.now, WINDOW_SECONDS))[0], ctx.now] as const
  })
  if (!tried?.over) return
  const end = tried.since.getTime() + WINDOW_SECONDS * 1000
  const retry_after = Math.max(1, Math.ceil((end - now.getTime()) / 1000))
  throw new Refusal('throttled', undefined, { retry_after })
}

async function findHash({ tx, caller }: Context): Promise<string | undefined> {
  const row = await tx
    .selectFrom('app_user')
    .select('password_hash')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', caller.userId)
    .executeTakeFirst()
  return row?.password_hash
}
