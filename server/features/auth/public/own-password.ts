import { Refusal } from '#contract/kernel/error-codes.ts'
import { countTry, forgiveTry } from '#server/kernel/auth/count-try.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { LiveContext } from '#server/kernel/http/serve-live-calls.ts'
import { isPassword } from './password.ts'

const WINDOW_SECONDS = 15 * 60
const TRIES_PER_USER = 10

/**
 * Throws if `password` is not the caller's own. Counts and commits the try before checking the password, so that
 * somebody at an unlocked desk or with a stolen session cannot guess it. Returns the stored hash that matched; after
 * a correct password, `forgiveOwn` clears the count in the transaction that needed the password.
 */
export async function demandOwnPassword(live: LiveContext, field: string, password: string): Promise<string> {
  await admitOwnTry(live)
  const stored = await live.tenant((ctx) => findHash(ctx))
  // A person who signs in only by link has no password.
  if (!stored || !(await isPassword(stored, password))) throw invalid({ [field]: 'is not your password' })
  return stored
}

/** Resets the count of the caller's tries. */
export async function forgiveOwn({ tx, caller }: Context): Promise<void> {
  await forgiveTry(tx, [keyOf(caller)], [])
}

const keyOf = ({ userId }: Caller) => `password:${secretHash(userId).toString('base64url')}`

/** Counts one more try of the caller to prove their identity; throws 429 after too many. */
export async function admitOwnTry({ tenant, caller }: LiveContext): Promise<void> {
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
