import type { Touch } from '#contract/calls/reports.ts'
import { type TouchAct, type TouchedReport, touchContent } from '#domain/report/touch-content.ts'
import type { KnownPasskey, WorkDatabase } from '#src/db/work-database.ts'
import { getDevice } from '../current-device.ts'
import { SKEW_ID } from '../link/server-hello.ts'
import { findKnownPasskeys } from '../session/vault/touch-keys.ts'
import { askAssertion } from './ask-passkey.ts'
import { refreshPasskeys } from './refresh-passkeys.ts'
import { TouchError } from './touch-error.ts'

/** The content signed by a touch. */
export interface ToTouch {
  act: TouchAct
  reports: readonly TouchedReport[]
  /** Ids of the addenda shown under the reports. */
  addenda?: readonly string[]
}

/**
 * Signs exactly these texts with one of the user's passkeys, offline too. Throws TouchError: `none` if this device
 * knows no passkey of the user and the server lists none.
 */
export async function makeTouch({ act, reports, addenda = [] }: ToTouch): Promise<Touch> {
  const { databases, author } = getDevice()
  const { passkeys, rpId } = await findPasskeys(databases.work)
  const skew = (await databases.work.meta.get(SKEW_ID))?.value ?? 0
  const at = new Date(author.now() + skew).toISOString()
  const text = touchContent({ act, author: author.userId, at, reports, addenda })
  const challenge = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const assertion = await askAssertion({ passkeys, rpId }, challenge)
  return { at, reports: reports.map(({ report_id, rev }) => ({ report_id, rev })), assertion }
}

interface Found {
  passkeys: readonly KnownPasskey[]
  rpId: string | undefined
}

// A newly registered passkey may not be on this device's list yet.
async function findPasskeys(work: WorkDatabase): Promise<Found> {
  const before = await findKnownPasskeys(work)
  if (before && before.known.length > 0) return { passkeys: before.known, rpId: before.rpId }
  await refreshPasskeys(work).catch(() => undefined)
  const listed = await findKnownPasskeys(work)
  if (!listed || listed.known.length === 0) throw new TouchError('none')
  return { passkeys: listed.known, rpId: listed.rpId }
}
