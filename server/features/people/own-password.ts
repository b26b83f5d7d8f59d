import { sql } from 'kysely'
import type { ownPasswordCalls } from '#contract/calls/password-links.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { HandlersFor, PublicContext } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { hashPassword } from '../auth/public/password.ts'
import { tellOfSafety } from '../auth/public/safety-letter.ts'
import { ownerOf, type SignInDeps } from '../auth/public/sign-in-deps.ts'
import { auditSignIn, type UserKey } from '../auth/public/store.ts'
import { admitTry, forgive } from '../auth/public/throttle.ts'

interface OpenLink extends UserKey {
  username: string
  name: string
  expires: Date
}

/**
 * Returns the handlers for people who opened a link to set their password. They need no session: the secret is the
 * authorization.
 */
export const createOwnPasswordHandlers = (deps: SignInDeps): HandlersFor<typeof ownPasswordCalls> => ({
  open: async ({ secret }, ctx) => {
    const { username, name, expires } = await findLink(secret, ctx)
    return { result: { username, name, expires: expires.toISOString() } }
  },
  set: async ({ secret, new_password, confirm_password }, ctx) => {
    if (new_password !== confirm_password)
      throw invalid({ confirm_password: 'is not the same as New Password' })
    await findLink(secret, ctx)
    const password_hash = await hashPassword(new_password)
    const person = await ctx.entry(async (tx) => {
      const { rows } = await sql<UserKey>`
        select * from entry.use_password_link(${secretHash(secret)}, ${password_hash}, ${ctx.now})`.execute(
        tx,
      )
      if (rows[0]) await auditSignIn(tx, rows[0], 'set_password', { address: ctx.address }, ctx.now)
      return rows[0]
    })
    if (!person) throw new Refusal('link_over')
    const owner = ownerOf(person)
    await deps.tenant(owner.clientId, (work) => tellOfSafety(work, 'password_reset', owner))
    return { message: 'Password set. Sign in with it.' }
  },
})

const TRIES = 'password link'

// Counts the attempt before it looks up the link, to prevent guessing of secrets.
async function findLink(secret: string, ctx: PublicContext): Promise<OpenLink> {
  await admitTry(ctx, TRIES)
  const link = await ctx.entry(async (tx) => {
    const { rows } = await sql<OpenLink>`
      select * from entry.find_password_link(${secretHash(secret)}, ${ctx.now})`.execute(tx)
    return rows[0]
  })
  if (!link) throw new Refusal('link_over')
  await forgive(ctx, TRIES)
  return link
}
