import { Refusal } from '#contract/kernel/error-codes.ts'
import type { PublicContext } from '#server/kernel/context.ts'
import { secretHash } from './secret.ts'
import { countTry, forgiveTry, type TryCount } from './store.ts'

/** Who tries, from where and when. */
export type Trying = Omit<PublicContext, 'origin'>

const WINDOW_SECONDS = 15 * 60
const PER_USER_AND_ADDRESS = 10
const PER_ADDRESS = 100
/** Beyond this many tries on one name from anywhere, every address gets few tries. */
const PER_USER = 50
const PER_ADDRESS_OF_BESIEGED_USER = 3
/** Tries on one name from all over after which the next one is asked for the captcha. */
const USER_TRIES_WITHOUT_CAPTCHA = 5
const CODES_PER_USER = 5
const PICTURES_PER_ADDRESS = 300

/**
 * Counts a sign-in try and refuses with 429 where there were too many. The count of a name alone never refuses: it
 * only makes each address more careful, so guessing at a name from elsewhere cannot lock its owner out.
 * Returns whether a captcha is due because earlier tries failed.
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

/** A right password: the name starts afresh at this address, and the counts of each alone get this try back. */
export async function forgive(ctx: Trying, name: string): Promise<void> {
  const keys = keysOf(name, ctx.address)
  await ctx.entry((tx) => forgiveTry(tx, [keys.both], [keys.address, keys.user]))
}

/** Counts one more code sent to a person; too many in a window are refused. */
export async function admitCode(ctx: Trying, userId: string): Promise<void> {
  const [sent] = await count(ctx, [{ key: `code:${userId}`, limit: CODES_PER_USER }])
  if (sent?.over) throw throttled(sent, ctx.now)
}

/** Counts one more captcha drawn for an address, so that nobody fills the table of pictures. */
export async function admitPicture(ctx: Trying): Promise<void> {
  const [drawn] = await count(ctx, [{ key: keyOf('picture', ctx.address), limit: PICTURES_PER_ADDRESS }])
  if (drawn?.over) throw throttled(drawn, ctx.now)
}

// Committed before anything is refused: a refusal must not take its own count back.
function count(ctx: Trying, limits: readonly { key: string; limit: number }[]): Promise<TryCount[]> {
  return ctx.entry((tx) => countTry(tx, limits, ctx.now, WINDOW_SECONDS))
}

function throttled(tried: TryCount, now: Date): Refusal {
  const end = tried.since.getTime() + WINDOW_SECONDS * 1000
  const retry_after = Math.max(1, Math.ceil((end - now.getTime()) / 1000))
  return new Refusal('throttled', undefined, { retry_after, reloadCaptha: 'YES' })
}

// Hashed, so that the table of failures lists neither the names that people mistype nor their addresses.
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
