import { v7 as mintId } from 'uuid'
import type { documentCalls } from '#contract/calls/documents.ts'
import { filePath } from '#contract/calls/files.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { findVisibleStudy } from '../studies/store.ts'
import { lockStudy } from '../studies/write-store.ts'
import { partChanged, partLeft } from '../study-parts/announce-parts.ts'
import {
  findDocument,
  findOwnFile,
  hasDocumentTag,
  hideDocument,
  insertDocument,
  selectDocuments,
  selectDocumentsOfStudy,
} from './store.ts'

type AddInput = ParsedInputOf<typeof documentCalls.addStudyDocument>

export const documentHandlers: HandlersFor<typeof documentCalls> = {
  studyDocuments: async (input, ctx) => {
    const study = await findVisibleStudy(ctx.tx, ctx.caller, input.id, ctx.now)
    if (!study) throw new Refusal('not_found')
    await ctx.audit('read', 'document', study.id)
    const rows = await selectDocumentsOfStudy(ctx.tx, study.id)
    return {
      result: rows.map((row) => ({
        ...row,
        file_url: filePath(row.file_id),
        is_created_by_you: row.uploaded_by_id === ctx.caller.userId ? 1 : 0,
      })),
    }
  },

  addStudyDocument: async (input, ctx) => {
    const study = await lockStudy(ctx, input.study_id)
    if (ctx.caller.userType !== 'CLIENT') throw new Refusal('not_permitted')
    const id = input.id ?? mintId()
    const known = await findDocument(ctx.tx, ctx.caller.clientId, id)
    if (!known) await addDocument(ctx, id, input)
    else if (known.file_id !== input.file_id || known.uploaded_by !== ctx.caller.userId)
      throw new Refusal('id_reused')
    const [row] = await selectDocuments(ctx.tx, ctx.caller, [id])
    if (!row) throw new Error('a document that was just written is not there')
    partChanged(ctx, 'document', row, study)
    return { message: 'Saved successfully', result: { document: row } }
  },

  deleteStudyDocument: async (input, ctx) => {
    const study = await lockStudy(ctx, input.study_id)
    const document = await findDocument(ctx.tx, ctx.caller.clientId, input.id)
    if (!document || document.study_id !== study.id) throw new Refusal('not_found')
    // A document can be deleted only by its uploader (docs/people.md#permissions).
    if (document.uploaded_by !== ctx.caller.userId) throw new Refusal('not_permitted')
    if (document.hidden) {
      partLeft(ctx, 'document', document, study)
    } else {
      partLeft(ctx, 'document', await hideDocument(ctx.tx, ctx.caller, document.id, ctx.now), study)
      await ctx.audit('delete', 'document', document.id, { study_id: study.id, file_id: document.file_id })
    }
    return { message: 'Deleted', result: { id: document.id } }
  },
}

async function addDocument(ctx: Context, id: string, input: AddInput): Promise<void> {
  const { clientId, userId } = ctx.caller
  const { study_id, tag_id, file_id, name } = input
  if (!(await hasDocumentTag(ctx.tx, clientId, tag_id)))
    throw new Refusal('invalid', 'You need to select a tag first!', { fields: { tag_id: 'is not a tag' } })
  const file = await findOwnFile(ctx.tx, ctx.caller, file_id, study_id)
  if (!file)
    throw new Refusal('invalid', undefined, { fields: { file_id: 'is not a document of this study' } })
  await insertDocument(ctx.tx, {
    client_id: clientId,
    id,
    study_id,
    tag_id,
    file_id,
    name,
    is_image: file.mime.startsWith('image/'),
    uploaded_by: userId,
    created: ctx.now,
  })
  await ctx.audit('add', 'document', id, { study_id, file_id })
}
