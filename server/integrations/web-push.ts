import webPush from 'web-push'
import type { PushKeys } from '#server/kernel/keys/push-keys.ts'
import { askWeb } from '#server/kernel/way-out/ask-web.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'

/** A push service responds quickly or not at all. */
const ANSWER_MS = 15_000
/** After a day, the message adds nothing to the in-app notifications. */
const KEPT_SECONDS = 86_400

/** The address of a push message, and the keys to encrypt it. */
export interface PushReceiver {
  endpoint: string
  p256dh: string
  auth: string
}

/** `gone`: the browser unsubscribed, and the address will never accept messages again. */
export type PushOutcome = 'taken' | 'gone'

/** Thrown if the service did not accept the message now; a later attempt may succeed. */
export class PushNotTakenError extends Error {
  constructor(status: number | undefined, options?: ErrorOptions) {
    super(`a push service did not take a message (${status ?? 'no answer'})`, options)
    this.name = 'PushNotTakenError'
  }
}

/**
 * Sends one encrypted message to a browser's push service (RFC 8030, 8291, 8292). Follows no redirect. Throws
 * PushNotTakenError with a message that contains no address.
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
    // The browsers' own services are not partners of the client, so their certificates are not reported.
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
