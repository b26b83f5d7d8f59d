import type { visitPartCalls } from '#contract/calls/visit-parts.ts'
import { demandClientAdmin } from '#server/kernel/auth/demand-caller.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { visitCommentHandlers } from './comment-handlers.ts'
import { visitDocumentHandlers } from './document-handlers.ts'

/** Comments and documents of visits. */
/** Only an administrator of the client deletes comments. */
export const VISIT_PART_DEMANDS: DemandsFor<typeof visitPartCalls> = { deleteComment: demandClientAdmin }

export const visitPartHandlers: HandlersFor<typeof visitPartCalls> = {
  ...visitCommentHandlers,
  ...visitDocumentHandlers,
}
