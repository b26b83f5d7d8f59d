import { Refusal } from '#contract/kernel/error-codes.ts'
import { countTry, forgiveTry } from '#server/kernel/auth/count-try.ts'
import type { Tx } from '#server/kernel/context.ts'

const WINDOW_SECONDS = 15 * 60
/** Failed link openings per address; a whole waiting room behind one router stays far below this. */
const TRIES = 40

/** Runs one short transaction that is committed even if the request is refused afterwards. */
type Run = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

const keyOf = (address: string) => `consent:${address}`

/** Counts one try to open a link; throws 429 beyond the limit. Counts before the link is searched. */
export async function admitTry(run: Run, address: string, now: Date): Promise<void> {
  const [tried] = await run((tx) =>
    countTry(tx, [{ key: keyOf(address), limit: TRIES }], now, WINDOW_SECONDS),
  )
  if (!tried?.over) return
  const end = tried.since.getTime() + WINDOW_SECONDS * 1000
  throw new Refusal('throttled', undefined, {
    retry_after: Math.max(1, Math.ceil((end - now.getTime()) / 1000)),
  })
}

/** The link was valid: subtracts the try again. */
export async function giveTryBack(run: Run, address: string): Promise<void> {
  await run((tx) => forgiveTry(tx, [], [keyOf(address)]))
}
