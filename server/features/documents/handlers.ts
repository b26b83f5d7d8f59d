import { v7 as mintId } from 'uuid'
import type { documentCalls } from '#contract/calls/documents.ts'
import { filePath } from '#contract/calls/files.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { findVisibleStudy } from '../studies/public/store.ts'
import { lockStudy } from '../studies/public/write-store.ts'
import { partChanged, partLeft } from '../study-parts/announce-parts.ts'
import { studyDocuments } from './public/store.ts'
import { addDocument, hideDocument } from './public/write-document.ts'

export const documentHandlers: HandlersFor<typeof documentCalls> = {
  studyDocuments: async (input, ctx) => {
    const study = await findVisibleStudy(ctx.tx, ctx.caller, input.id, ctx.now)
    if (!study) throw new Refusal('not_found')
    await ctx.audit('read', 'document', study.id)
    const rows = await studyDocuments.ofOwner(ctx.tx, study.id)
    return {
      result: rows.map((row) => ({
        ...row,
        file_url: filePath(row.file_id),
        is_created_by_you: row.uploaded_by_id === ctx.caller.userId ? 1 : 0,
      })),
    }
  },

  addStudyDocument: async ({ id = mintId(), study_id, tag_id, file_id, name }, ctx) => {
    const study = await lockStudy(ctx, study_id)
    if (ctx.caller.userType !== 'CLIENT') throw new Refusal('not_permitted')
    const added = { id, owner_id: study_id, tag_id, file_id, name }
    const document = await addDocument(ctx, studyDocuments, added, () =>
      typeOfOwnFile(ctx, file_id, study_id),
    )
    partChanged(ctx, 'document', document, study)
    return { message: 'Saved successfully', result: { document } }
  },

  deleteStudyDocument: async (input, ctx) => {
    const study = await lockStudy(ctx, input.study_id)
    const document = await studyDocuments.find(ctx.tx, ctx.caller.clientId, input.id)
    if (!document || document.owner_id !== study.id) throw new Refusal('not_found')
    partLeft(ctx, 'document', await hideDocument(ctx, studyDocuments, document), study)
    return { message: 'Deleted', result: { id: document.id } }
  },
}

/**
 * Returns the media type of the file that the caller uploaded as a document of this study; undefined if there is
 * none.
 */
async function typeOfOwnFile(
  { tx, caller: { clientId, userId } }: Context,
  id: string,
  studyId: string,
): Promise<string | undefined> {
  const file = await tx
    .selectFrom('file')
    .select('mime')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('purpose', '=', 'document')
    .where('owner_id', '=', studyId)
    .where('created_by', '=', userId)
    .executeTakeFirst()
  return file?.mime
}
