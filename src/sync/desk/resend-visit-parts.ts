import type { CommentType } from '#domain/study/comment-types.ts'
import { keepFile } from '../files/keep-file.ts'
import { dropRefusedFile, retryFiles } from '../files/refused-files.ts'
import {
  type RefusedCommand,
  type Successor,
  sendInPlaceOf,
  typedIn,
} from '../outbox/refused/refused-command.ts'
import { documentFile } from './visit-documents.ts'

/** Sends a corrected comment of a visit instead of one that the server refused. As sendInPlaceOf. */
export async function resendVisitComment(
  refused: RefusedCommand,
  change: { type: CommentType; comment: string },
): Promise<Successor> {
  const typed = typedIn(refused, 'appt/addComment')
  return sendInPlaceOf(refused, 'appt/addComment', { ...typed, ...change })
}

/** A corrected document; without `file`, the existing file is sent again. */
export interface CorrectedDocument {
  tagId: string
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> } | undefined
}

/**
 * Sends a document of a visit with another tag or file instead of one that the server refused. The replaced file leaves
 * the device once the correction is stored. As sendInPlaceOf.
 */
export async function resendVisitDocument(
  refused: RefusedCommand,
  { tagId, file }: CorrectedDocument,
): Promise<Successor> {
  const typed = typedIn(refused, 'appt/addDocument')
  if (!file) {
    await retryFiles([typed.file_id])
    return sendInPlaceOf(refused, 'appt/addDocument', { ...typed, tag_id: tagId })
  }
  const file_id = await keepFile(documentFile(file.bytes), 'visit_document', typed.appt_id)
  const name = file.name.slice(0, 200)
  const sent = await sendInPlaceOf(refused, 'appt/addDocument', { ...typed, tag_id: tagId, file_id, name })
  await dropRefusedFile(typed.file_id)
  return sent
}
