import { sql } from 'kysely'
import type { PublicContext } from '#server/kernel/context.ts'
import { tellOfSafety } from './safety-letter.ts'
import { ownerOf, type SignInDeps } from './sign-in-deps.ts'
import type { UserKey } from './store.ts'

/** A person is warned after this many failed sign-ins in a row, and again by notification after as many more. */
export const FAILURES_TOLD = 5

/** Writes a failed sign-in to the audit trail, and warns the person after several in a row. */
export async function noteFailedSignIn(
  deps: SignInDeps,
  ctx: Pick<PublicContext, 'entry' | 'now' | 'address'>,
  user: UserKey,
  action: 'sign_in_failed' | 'otp_failed' | 'passkey_failed' | 'recovery_failed',
): Promise<void> {
  const count = await ctx.entry(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select entry.note_failed_sign_in(${crypto.randomUUID()}, ${user.client_id}, ${user.user_id}, ${action},
        ${JSON.stringify({ address: ctx.address })}::jsonb, ${ctx.now}) as count`.execute(tx)
    return rows[0]?.count ?? 0
  })
  if (count === 0 || count % FAILURES_TOLD !== 0) return
  const owner = ownerOf(user)
  await deps.tenant(owner.clientId, (work) =>
    // Sends one letter per series, so that continued guessing does not fill the mailbox.
    tellOfSafety(work, 'sign_in_failed', owner, count === FAILURES_TOLD),
  )
}
