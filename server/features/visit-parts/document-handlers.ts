import type { visitPartCalls } from '#contract/calls/visit-parts.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { hasDocumentTag, selectDocumentsOfStudy } from '../documents/store.ts'
import { visitPartChanged, visitPartLeft } from '../visits/announce-parts.ts'
import { findVisibleVisit } from '../visits/store.ts'
import { lockVisit } from '../visits/write-store.ts'
import {
  findVisitDocument,
  giveFileToVisit,
  hideVisitDocument,
  insertVisitDocument,
  selectDocumentsOfVisit,
  selectVisitDocuments,
} from './document-store.ts'
import { selectStudiesOfVisit } from './studies-of-visit.ts'

type DocumentCalls = Pick<typeof visitPartCalls, 'documents' | 'addDocument' | 'deleteDocument'>
type AddInput = ParsedInputOf<typeof visitPartCalls.addDocument>

/** Documents of visits (docs/wire.md#names-and-values, docs/visits.md#booking, docs/wire.md#paths-and-bases). */
export const visitDocumentHandlers: HandlersFor<DocumentCalls> = {
  documents: async ({ id }, ctx) => {
    const visit = await findVisibleVisit(ctx.tx, ctx.caller, id)
    if (!visit) throw new Refusal('not_found')
    await ctx.audit('read', 'visit_document', visit.id)
    const own = (await selectDocumentsOfVisit(ctx.tx, visit.id)).map((row) => ({
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

  addDocument: async (input, ctx) => {
    const visit = await lockVisit(ctx, input.appt_id)
    const known = await findVisitDocument(ctx.tx, ctx.caller.clientId, input.id)
    if (!known) await addDocument(ctx, input)
    else demandSame(known, input, ctx)
    const [row] = await selectVisitDocuments(ctx.tx, ctx.caller, [input.id])
    if (!row) throw new Error('a document that was just written is not there')
    visitPartChanged(ctx, 'visit_document', row, visit)
    return { message: 'Saved successfully', result: { document: row } }
  },

  deleteDocument: async ({ id }, ctx) => {
    const document = await findVisitDocument(ctx.tx, ctx.caller.clientId, id)
    if (!document) throw new Refusal('not_found')
    // Access before existence: outside the own branches there is no such document, whoever asks.
    const visit = await lockVisit(ctx, document.visit_id)
    // A document can be deleted only by its uploader (docs/people.md#permissions).
    if (document.uploaded_by !== ctx.caller.userId) throw new Refusal('not_permitted')
    if (document.hidden) {
      visitPartLeft(ctx, 'visit_document', document, visit)
    } else {
      visitPartLeft(ctx, 'visit_document', await hideVisitDocument(ctx.tx, ctx.caller, id, ctx.now), visit)
      await ctx.audit('delete', 'visit_document', id, { appt_id: visit.id, file_id: document.file_id })
    }
    return { message: 'Deleted', result: { id } }
  },
}

async function documentsOfStudies(ctx: Context, visitId: string) {
  const studies = await selectStudiesOfVisit(ctx.tx, ctx.caller, visitId)
  const lists = await Promise.all(studies.map((id) => selectDocumentsOfStudy(ctx.tx, id)))
  return lists.flat().map((row) => ({ ...row, appt_id: visitId, for_study: 1 as const }))
}

async function addDocument(ctx: Context, { id, appt_id, tag_id, file_id, name }: AddInput): Promise<void> {
  const { clientId, userId } = ctx.caller
  if (!(await hasDocumentTag(ctx.tx, clientId, tag_id)))
    throw new Refusal('invalid', 'You need to select a tag first!', { fields: { tag_id: 'is not a tag' } })
  const mime = await giveFileToVisit(ctx.tx, ctx.caller, file_id, appt_id)
  if (mime === undefined)
    throw new Refusal('invalid', undefined, { fields: { file_id: 'is not a document of this visit' } })
  await insertVisitDocument(ctx.tx, {
    client_id: clientId,
    id,
    visit_id: appt_id,
    tag_id,
    file_id,
    name,
    is_image: mime.startsWith('image/'),
    uploaded_by: userId,
    created: ctx.now,
  })
  await ctx.audit('add', 'visit_document', id, { appt_id, file_id })
}

// A repeat with the same id is the same record; another file under it is not.
function demandSame(
  known: { visit_id: string; file_id: string; uploaded_by: string },
  input: AddInput,
  { caller }: Context,
): void {
  const isSame =
    known.visit_id === input.appt_id && known.file_id === input.file_id && known.uploaded_by === caller.userId
  if (!isSame) throw new Refusal('id_reused')
}
