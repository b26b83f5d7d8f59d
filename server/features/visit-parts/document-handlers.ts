import type { visitPartCalls } from '#contract/calls/visit-parts.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { giveFile } from '#server/kernel/files/give-file.ts'
import { studyDocuments, visitDocuments } from '../documents/public/store.ts'
import { addDocument, hideDocument } from '../documents/public/write-document.ts'
import { visitPartChanged, visitPartLeft } from '../visits/public/reading/announce-parts.ts'
import { findVisibleVisit } from '../visits/public/store.ts'
import { lockVisit } from '../visits/public/write-store.ts'
import { selectStudiesOfVisit } from './studies-of-visit.ts'

type DocumentCalls = Pick<typeof visitPartCalls, 'documents' | 'addDocument' | 'deleteDocument'>

/**
 * Handlers of documents of visits (docs/wire.md#names-and-values, docs/visits.md#booking,
 * docs/wire.md#paths-and-bases).
 */
export const visitDocumentHandlers: HandlersFor<DocumentCalls> = {
  documents: async ({ id }, ctx) => {
    const visit = await findVisibleVisit(ctx.tx, ctx.caller, id)
    if (!visit) throw new Refusal('not_found')
    await ctx.audit('read', 'visit_document', visit.id)
    const own = (await visitDocuments.ofOwner(ctx.tx, visit.id)).map((row) => ({
      ...row,
      for_study: 0 as const,
      study_id: null,
    }))
    const rows = [...own, ...(await documentsOfStudies(ctx, visit.id))]
    return {
      result: rows.map((row) => ({
        ...row,
        file_url: ctx.fileUrl(row.file_id),
        is_created_by_you: row.uploaded_by_id === ctx.caller.userId ? 1 : 0,
      })),
    }
  },

  addDocument: async ({ id, appt_id, tag_id, file_id, name = '' }, ctx) => {
    const visit = await lockVisit(ctx, appt_id)
    const added = { id, owner_id: appt_id, tag_id, file_id, name }
    const file = { id: file_id, purpose: 'visit_document', ownerId: appt_id } as const
    const document = await addDocument(ctx, visitDocuments, added, () => giveFile(ctx.tx, ctx.caller, file))
    visitPartChanged(ctx, 'visit_document', document, visit)
    return { message: 'Saved successfully', result: { document } }
  },

  deleteDocument: async ({ id }, ctx) => {
    const document = await visitDocuments.find(ctx.tx, ctx.caller.clientId, id)
    if (!document) throw new Refusal('not_found')
    // Checks access before existence: for callers of other branches the document does not exist.
    const visit = await lockVisit(ctx, document.owner_id)
    visitPartLeft(ctx, 'visit_document', await hideDocument(ctx, visitDocuments, document), visit)
    return { message: 'Deleted', result: { id } }
  },
}

async function documentsOfStudies(ctx: Context, visitId: string) {
  const studies = await selectStudiesOfVisit(ctx.tx, ctx.caller, visitId)
  const lists = await Promise.all(studies.map((id) => studyDocuments.ofOwner(ctx.tx, id)))
  return lists.flat().map((row) => ({ ...row, appt_id: visitId, for_study: 1 as const }))
}
