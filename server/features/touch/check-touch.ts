import { createHash } from 'node:crypto'
import type { Touch } from '#contract/calls/reports.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { findRelyingParty } from '#domain/access/relying-party.ts'
import {
  isCounterInOrder,
  TOUCH_CLOCK_MS,
  type TouchAct,
  touchContent,
} from '#domain/report/touch-content.ts'
import { sessionOpened } from '#server/kernel/auth/session-store.ts'
import type { Context } from '#server/kernel/context.ts'
import { verifyAssertion } from '../passkeys/public/verify.ts'
import {
  findSigningPasskey,
  isUsed,
  madeOfTouch,
  type SigningPasskey,
  selectTouchRule,
  selectUses,
} from './store.ts'

/** A text that a touch must confirm, as the server will file it. */
export interface TouchedText {
  report_id: string
  /** SHA-256 (hex) of the exact text. */
  hash: string
}

/** A verified touch, to be stored once its reports are written. */
export interface CheckedTouch {
  act: TouchAct
  touch: Touch
  passkey: SigningPasskey
  texts: readonly TouchedText[]
  signedText: string
  challenge: Buffer
  counter: number
}

/**
 * Verifies the touch of a signature or verification over exactly these texts: the passkey's owner and state, the
 * signed text, the address, the user verification by finger or PIN, the time, and the counter.
 * Returns undefined if there is no touch and the client requires none. Throws touch_needed, touch_refused, and `held`
 * for a passkey that was removed after the touch.
 */
export async function checkTouch(
  ctx: Context,
  act: TouchAct,
  touch: Touch | undefined,
  { texts, addenda = [] }: { texts: readonly TouchedText[]; addenda?: readonly string[] | undefined },
): Promise<CheckedTouch | undefined> {
  if (!touch) {
    if ((await selectTouchRule(ctx)) === 'Required') throw new Refusal('touch_needed')
    return undefined
  }
  demandTime(ctx, touch)
  const reports = demandReports(touch, texts)
  const signedText = touchContent({ act, author: ctx.caller.userId, at: touch.at, reports, addenda })
  const challenge = createHash('sha256').update(signedText, 'utf8').digest()
  const passkey = await demandPasskey(ctx, touch)
  const counter = await demandAnswer(touch, challenge, passkey)
  if (await isUsed(ctx, passkey, challenge))
    throw new Refusal('touch_refused', 'This touch was used before. Sign again.')
  const uses = await selectUses(ctx, passkey)
  if (!isCounterInOrder({ at: madeOfTouch(ctx, touch), counter }, uses))
    throw new Refusal('touch_refused', 'The counter of this passkey went back: it may have been copied.')
  return { act, touch, passkey, texts, signedText, challenge, counter }
}

// A touch must be made at the click, like its command; one that was made earlier and kept is refused.
function demandTime(ctx: Context, touch: Touch): void {
  const apart = Math.abs(madeOfTouch(ctx, touch) - (ctx.madeAt ?? ctx.now).getTime())
  if (apart > TOUCH_CLOCK_MS)
    throw new Refusal('touch_refused', 'The touch was not made when this was signed. Sign again.')
}

function demandReports({ reports }: Touch, texts: readonly TouchedText[]) {
  const seen = new Map(reports.map(({ report_id, rev }) => [report_id, rev]))
  const isFitting = seen.size === texts.length && reports.length === texts.length
  return texts.map(({ report_id, hash }) => {
    const rev = seen.get(report_id)
    if (!isFitting || rev === undefined) throw new Refusal('touch_refused')
    return { report_id, rev, hash }
  })
}

async function demandPasskey(ctx: Context, touch: Touch): Promise<SigningPasskey> {
  const passkey = await findSigningPasskey(ctx, Buffer.from(touch.assertion.rawId, 'base64url'))
  if (!passkey) throw new Refusal('touch_refused', 'This passkey is not one of yours. Sign with your own.')
  const made = madeOfTouch(ctx, touch)
  if (made < passkey.made.getTime() - TOUCH_CLOCK_MS)
    throw new Refusal('touch_refused', 'This passkey was registered after the touch. Sign again.')
  if (passkey.removed) await demandOwnWord(ctx, passkey.removed, made)
  return passkey
}

/**
 * A passkey that was removed since may have been in somebody else's possession. Like the signature of a retired key,
 * its touch counts only if its author sends it in a session that began after the removal.
 */
async function demandOwnWord({ tx, caller }: Context, removed: Date, made: number): Promise<void> {
  if (removed.getTime() <= made)
    throw new Refusal('touch_refused', 'This passkey was removed before the touch. Sign with another.')
  const opened = await sessionOpened(tx, caller)
  if (!opened || opened <= removed)
    throw new Refusal(
      'held',
      'The passkey was removed after this was signed. Sign in again to confirm it, or sign once more.',
    )
}

async function demandAnswer(
  { assertion }: Touch,
  challenge: Buffer,
  passkey: SigningPasskey,
): Promise<number> {
  const client = readClientData(assertion.response.clientDataJSON)
  if (client.challenge !== challenge.toString('base64url')) throw new Refusal('touch_refused')
  // The request's own address does not count, because the touch may arrive by a courier; the page's address is in the
  // client data.
  const place = findRelyingParty(client.origin)
  // The counter is checked among all uses, because this one may arrive late.
  const stored = { ...passkey, counter: 0 }
  const answer = place && (await verifyAssertion(assertion, client.challenge, place, stored))
  if (!answer)
    throw new Refusal(
      'touch_refused',
      'The touch could not be verified: it is not from your passkey for this address.',
    )
  return answer.counter
}

function readClientData(encoded: string): { challenge: string; origin: string } {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as Record<
      string,
      unknown
    >
    if (typeof challenge === 'string' && typeof origin === 'string') return { challenge, origin }
  } catch {
    // Handled below.
  }
  throw new Refusal('invalid', undefined, { fields: { touch: 'must be the answer of a passkey' } })
}
