import { Refusal } from '#contract/kernel/error-codes.ts'
import { countTry } from '#server/kernel/auth/count-try.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { PublicContext } from '#server/kernel/context.ts'

const WINDOW_SECONDS = 15 * 60
/** High enough for an office that checks a pile of papers, too low for a program that guesses. */
const CHECKS_PER_ADDRESS = 120

/** Counts one check of a signature for an address; throws 429 for too many in a window. */
export async function admitCheck(ctx: PublicContext): Promise<void> {
  const key = `signature:${secretHash(ctx.address).toString('base64url')}`
  // Committed before anything is refused, so that a refusal does not roll back its own count.
  const [tried] = await ctx.entry((tx) =>
    countTry(tx, [{ key, limit: CHECKS_PER_ADDRESS }], ctx.now, WINDOW_SECONDS),
  )
  if (!tried?.over) return
  const end = tried.since.getTime() + WINDOW_SECONDS * 1000
  throw new Refusal('throttled', undefined, {
    retry_after: Math.max(1, Math.ceil((end - ctx.now.getTime()) / 1000)),
  })
}
