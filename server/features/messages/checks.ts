import type { Context, Tx } from '#server/kernel/context.ts'
import type { StoredMessage } from './public/store.ts'

/**
 * What other folders know of a message: who may see its study, and whether a kept one still holds. These functions
 * are handed in where the server is put together (server/features/message-checks.ts).
 */
export interface MessageChecks {
  /** Throws unless the sender may see the study of the message; without one there is nothing to check. */
  demandVisibleStudy: (ctx: Context, studyId: string | undefined) => Promise<void>
  /** True for an automatic letter that nobody has to be told of any more. */
  isAnsweredLetter: (tx: Tx, message: StoredMessage) => Promise<boolean>
  /** Throws for such a letter. */
  demandUnansweredLetter: (tx: Tx, message: StoredMessage) => Promise<void>
  /** True if the text contains a link that opens nothing any more. */
  hasDeadLink: (tx: Tx, at: { clientId: string; now: Date }, text: string) => Promise<boolean>
  /** Throws for such a text. */
  demandLinksInForce: (ctx: Context, text: string) => Promise<void>
}
