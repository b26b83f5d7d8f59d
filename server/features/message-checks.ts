import { demandUnansweredLetter, isAnsweredLetter } from './criticals/answered-letter.ts'
import type { MessageChecks } from './messages/checks.ts'
import { demandLinksInForce, hasDeadLink } from './sharing/links-of-text.ts'

/** What is asked of a kept message before it is sent, or sent again. */
export const MESSAGE_CHECKS: MessageChecks = {
  isAnsweredLetter,
  demandUnansweredLetter,
  hasDeadLink,
  demandLinksInForce,
}
