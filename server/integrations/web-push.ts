import webPush from 'web-push'
import type { PushKeys } from '#server/kernel/keys/push-keys.ts'
import { askWeb } from '#server/kernel/way-out/ask-web.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'

/** A push service answers at once or not at all. */
const ANSWER_MS = 15_000
/** A message that could not be delivered for a day says nothing that the bell does not say better. */
const KEPT_SECONDS = 86_400

/** Where a message goes, and the keys that it is encrypted with. */
export interface PushReceiver {
  endpoint: string
  p256dh: string
  auth: string
}

/** `gone`: the browser unsubscribed, nothing is ever taken there again. */
export type PushOutcome = 'taken' | 'gone'

/** The service did not take the message now; a later try may do. */
export class PushNotTakenError extends Error {
  constructor(status: number | undefined, options?: ErrorOptions) {
    super(`a push service did not take a message (${status ?? 'no answer'})`, options)
    this.name = 'PushNotTakenError'
  }
}

/**
 * Hands one encrypted message to a browser's push service (RFC 8030, 8291, 8292). Follows no redirect. Throws
 * PushNotTakenError in words that hold no address.
 */
export async function sendPush(
  { pushKeys: keys, out }: { pushKeys: PushKeys; out: WayOut },
  { endpoint, p256dh, auth }: PushReceiver,
  { payload, topic, isUrgent }: { payload: string; topic: string; isUrgent: boolean },
): Promise<PushOutcome> {
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: keys.subject, publicKey: keys.publicKey, privateKey: keys.privateKey },
    TTL: KEPT_SECONDS,
    topic,
    urgency: isUrgent ? 'high' : 'normal',
  })
  const status = await post(out, endpoint, details)
  if (status === 404 || status === 410) return 'gone'
  if (status >= 200 && status < 300) return 'taken'
  throw new PushNotTakenError(status)
}

async function post(
  out: WayOut,
  endpoint: string,
  { headers: given, body }: Pick<webPush.RequestDetails, 'headers' | 'body'>,
): Promise<number> {
  try {
    // The browsers' own services are no partner of the client: their certificates are nobody's matter here.
    const response = await askWeb({ find: out.find }, endpoint, {
      method: 'POST',
      headers: given,
      ...(body && { body }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await response.body?.cancel().catch(() => undefined)
    return response.status
  } catch (cause) {
    throw new PushNotTakenError(undefined, { cause })
  }
}
