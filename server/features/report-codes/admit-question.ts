import { REPORT_QUESTIONS } from '#domain/message/report-code.ts'
import { countTry } from '#server/kernel/auth/count-try.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { Tx } from '#server/kernel/context.ts'

// At most twice the shortest window counted elsewhere, because each count deletes older entries.
const WINDOW_SECONDS = REPORT_QUESTIONS.windowMinutes * 60

/**
 * Counts one WhatsApp question of a number to a client. Returns false if the number has used up its replies of this
 * window; the question is then accepted but not answered, because each reply costs the client a message.
 */
export async function admitQuestion(
  tx: Tx,
  { clientId, from, now }: { clientId: string; from: string; now: Date },
): Promise<boolean> {
  // Hashed, so that the table of counts contains no numbers.
  const key = `whatsapp:${secretHash(`${clientId}\n${from}`).toString('base64url')}`
  const [asked] = await countTry(tx, [{ key, limit: REPORT_QUESTIONS.most }], now, WINDOW_SECONDS)
  return asked?.over !== true
}
