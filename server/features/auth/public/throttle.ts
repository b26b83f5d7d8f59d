import { Refusal } from '#contract/kernel/error-codes.ts'
import { countTry, forgiveTry, type TryCount } from '#server/kernel/auth/count-try.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { PublicContext } from '#server/kernel/context.ts'

/** Request context of a try: caller, address and time. */
export type Trying = Omit<PublicContext, 'origin'>

const WINDOW_SECONDS = 15 * 60
const PER_USER_AND_ADDRESS = 10
const PER_ADDRESS = 100
/** Beyond this many tries on one name from any address, every address gets only a few tries. */
const PER_USER = 50
const PER_ADDRESS_OF_BESIEGED_USER = 3
/** After this many tries on one name from any address, the next one needs the captcha. */
const USER_TRIES_WITHOUT_CAPTCHA = 5
const CODES_PER_USER = 5
const PICTURES_PER_ADDRESS = 300

/**
 * Counts a sign-in try; throws 429 if there were too many. The count of a name alone never refuses: it only lowers
 * the limit per address, so that guessing from elsewhere cannot lock out the owner. Returns whether a captcha is
 * required because earlier tries failed.
 */
export async function admitTry(ctx: Trying, name: string): Promise<{ hasFailedBefore: boolean }> {
  const keys = keysOf(name, ctx.address)
  const [both, ofAddress, ofUser] = await count(ctx, [
    { key: keys.both, limit: PER_USER_AND_ADDRESS },
    { key: keys.address, limit: PER_ADDRESS },
    { key: keys.user, limit: PER_USER },
  ])
  const isBesieged = ofUser?.over === true && (both?.count ?? 0) > PER_ADDRESS_OF_BESIEGED_USER
  const refusing = [both, ofAddress].find((tried) => tried?.over) ?? (isBesieged ? both : undefined)
  if (refusing) throw throttled(refusing, ctx.now)
  return { hasFailedBefore: (both?.count ?? 0) > 1 || (ofUser?.count ?? 0) > USER_TRIES_WITHOUT_CAPTCHA }
}

/**
 * After a correct password: resets the count of the name at this address, and takes this try off the separate counts
 * of the name and the address.
 */
export async function forgive(ctx: Trying, name: string): Promise<void> {
  const keys = keysOf(name, ctx.address)
  await ctx.entry((tx) => forgiveTry(tx, [keys.both], [keys.address, keys.user]))
}

/** Counts one more code sent to a person; throws if there were too many in the window. */
export async function admitCode(ctx: Trying, userId: string): Promise<void> {
  const [sent] = await count(ctx, [{ key: `code:${userId}`, limit: CODES_PER_USER }])
  if (sent?.over) throw throttled(sent, ctx.now)
}

/** Counts one more captcha drawn for an address, so that nobody can fill the captcha table. */
export async function admitPicture(ctx: Trying): Promise<void> {
  const [drawn] = await count(ctx, [{ key: keyOf('picture', ctx.address), limit: PICTURES_PER_ADDRESS }])
  if (drawn?.over) throw throttled(drawn, ctx.now)
}

// Committed before anything is refused: a refusal must not roll back its own count.
function count(ctx: Trying, limits: readonly { key: string; limit: number }[]): Promise<TryCount[]> {
  return ctx.entry((tx) => countTry(tx, limits, ctx.now, WINDOW_SECONDS))
}

function throttled(tried: TryCount, now: Date): Refusal {
  const end = tried.since.getTime() + WINDOW_SECONDS * 1000
  const retry_after = Math.max(1, Math.ceil((end - now.getTime()) / 1000))
  return new Refusal('throttled', undefined, { retry_after, reloadCaptha: 'YES' })
}

// Hashed, so that the table contains neither mistyped names nor addresses.
function keyOf(kind: string, text: string): string {
  return `${kind}:${secretHash(text).toString('base64url')}`
}

function keysOf(name: string, address: string) {
  const user = name.trim().toLowerCase()
  return {
    user: keyOf('user', user),
    address: keyOf('address', address),
    both: keyOf('both', `${user}\n${address}`),
  }
}
