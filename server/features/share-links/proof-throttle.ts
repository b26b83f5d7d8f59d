import { Refusal } from '#contract/kernel/error-codes.ts'
import { PROOF_TRIES } from '#domain/sharing/proof.ts'
import { countTry, forgiveTry } from '#server/kernel/auth/count-try.ts'
import type { Tx } from '#server/kernel/context.ts'

const WINDOW_SECONDS = 15 * 60

/** Runs one short transaction that is committed even if a refusal follows. */
type Run = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Counts one answer to the proof of identity, and throws 429 beyond five in a quarter of an hour. Counts per link or
 * person, not per address, because an attacker could simply change the address.
 */
export async function admitAnswer(run: Run, subject: string, now: Date): Promise<void> {
  const [tried] = await run((tx) =>
    countTry(tx, [{ key: keyOf(subject), limit: PROOF_TRIES }], now, WINDOW_SECONDS),
  )
  if (!tried?.over) return
  const end = tried.since.getTime() + WINDOW_SECONDS * 1000
  throw new Refusal('throttled', undefined, {
    retry_after: Math.max(1, Math.ceil((end - now.getTime()) / 1000)),
  })
}

/** Resets the count after a right answer. */
export async function forgiveAnswers(run: Run, subject: string): Promise<void> {
  await run((tx) => forgiveTry(tx, [keyOf(subject)], []))
}

const keyOf = (subject: string) => `proof:${subject}`
