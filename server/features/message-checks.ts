import { demandUnansweredLetter, isAnsweredLetter } from './criticals/answered-letter.ts'
import type { MessageChecks } from './messages/checks.ts'
import { demandLinksInForce, hasDeadLink } from './share-links/links-of-text.ts'
import { demandVisibleStudy } from './studies/public/demand-visible-study.ts'

/** What is asked before a message is kept, sent, or sent again. */
export const MESSAGE_CHECKS: MessageChecks = {
  demandVisibleStudy,
  isAnsweredLetter,
  demandUnansweredLetter,
  hasDeadLink,
  demandLinksInForce,
}
