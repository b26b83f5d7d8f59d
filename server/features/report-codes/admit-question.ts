import { REPORT_QUESTIONS } from '#domain/message/report-code.ts'
import type { Tx } from '#server/kernel/context.ts'
import { secretHash } from '../auth/secret.ts'
import { countTry } from '../auth/store.ts'

// Not longer than twice the shortest window that is counted elsewhere: each count deletes what is older than that.
const WINDOW_SECONDS = REPORT_QUESTIONS.windowMinutes * 60

/**
 * Counts one question that a number asked a client by WhatsApp. Returns false where the number has its answers of this
 * window: the question is then taken and stays unanswered, because each answer costs the client a message.
 */
export async function admitQuestion(
  tx: Tx,
  { clientId, from, now }: { clientId: string; from: string; now: Date },
): Promise<boolean> {
  // Hashed, so that the table of counts lists no numbers.
  const key = `whatsapp:${secretHash(`${clientId}\n${from}`).toString('base64url')}`
  const [asked] = await countTry(tx, [{ key, limit: REPORT_QUESTIONS.most }], now, WINDOW_SECONDS)
  return asked?.over !== true
}
