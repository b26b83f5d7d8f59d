import type { passwordCalls } from '#contract/calls/profile.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import { demandOwnPassword, forgiveOwn } from '../auth/public/own-password.ts'
import { hashPassword } from '../auth/public/password.ts'
import { replacePassword } from '../people/public/replace-password.ts'
import { endSessions } from '../people/public/user-access.ts'

/** Throws for patients, who sign in by their link. Checked before the input is parsed. */
export function demandPasswordHolder({ userType }: Caller): void {
  if (userType === 'PATIENT') throw new Refusal('not_permitted')
}

/**
 * Handlers that set the caller's own password. They end every other session of the person and retire all signing
 * keys; this session continues, and its device registers a new key at once.
 */
export const passwordHandlers: LiveHandlersFor<typeof passwordCalls> = {
  changePassword: async ({ current_password, new_password, confirm_password }, live) => {
    if (new_password !== confirm_password)
      throw invalid({ confirm_password: 'is not the same as New Password' })
    const stored = await demandOwnPassword(live, 'current_password', current_password)
    if (current_password === new_password) throw invalid({ new_password: 'is the one that you have already' })
    const password_hash = await hashPassword(new_password)
    await live.tenant(async (ctx) => {
      const { userId, sessionId } = ctx.caller
      // The password was changed concurrently, so the typed current password is no longer valid.
      if (!(await replacePassword(ctx, { from: stored, to: password_hash })))
        throw invalid({ current_password: 'is not your password' })
      await endSessions(ctx, userId, 'password_changed', sessionId)
      await forgiveOwn(ctx)
      await ctx.audit('change_password', 'user', userId)
    })
    return { message: 'Password changed. Your other sessions have ended.' }
  },
}
