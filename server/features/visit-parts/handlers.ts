import type { visitPartCalls } from '#contract/calls/visit-parts.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { visitCommentHandlers } from './comment-handlers.ts'
import { visitDocumentHandlers } from './document-handlers.ts'

/** Comments and documents of visits. */
export const visitPartHandlers: HandlersFor<typeof visitPartCalls> = {
  ...visitCommentHandlers,
  ...visitDocumentHandlers,
}
