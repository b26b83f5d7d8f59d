import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import type { DocumentTable, StoredDocument } from '../document-table.ts'
import { hasDocumentTag } from './store.ts'

/** A new document; `owner_id` is the id of its study or visit. */
export interface NewDocument {
  id: string
  owner_id: string
  tag_id: string
  file_id: string
  name: string
}

/**
 * Adds the caller's document and returns it in wire format. `takeFile` returns the media type of the caller's file,
 * or undefined if this owner has no such file. A repeat with the same id returns the same record. Throws `id_reused`
 * if the id belongs to another file, owner or uploader, and `invalid` for an unknown tag or file.
 */
export async function addDocument<Body>(
  ctx: Context,
  table: DocumentTable<Body>,
  document: NewDocument,
  takeFile: () => Promise<string | undefined>,
): Promise<Body> {
  const known = await table.find(ctx.tx, ctx.caller.clientId, document.id)
  if (known) demandSame(known, document, ctx.caller.userId)
  else await insertDocument(ctx, table, document, takeFile)
  const [body] = await table.byId(ctx.tx, [document.id])
  if (!body) throw new Error('a document that was just written is not there')
  return body
}

/** Hides a document, once; returns its new revision. Throws `not_permitted` for anybody but its uploader. */
export async function hideDocument<Body>(
  ctx: Context,
  table: DocumentTable<Body>,
  document: StoredDocument,
): Promise<{ id: string; rev: number }> {
  // A document can be deleted only by its uploader (docs/people.md#permissions).
  if (document.uploaded_by !== ctx.caller.userId) throw new Refusal('not_permitted')
  if (document.hidden) return document
  const hidden = await table.hide(ctx.tx, ctx.caller, document.id, ctx.now)
  await note(ctx, 'delete', table, document)
  return hidden
}

async function insertDocument<Body>(
  ctx: Context,
  table: DocumentTable<Body>,
  document: NewDocument,
  takeFile: () => Promise<string | undefined>,
): Promise<void> {
  const { clientId, userId } = ctx.caller
  if (!(await hasDocumentTag(ctx.tx, clientId, document.tag_id)))
    throw new Refusal('invalid', 'You need to select a tag first!', { fields: { tag_id: 'is not a tag' } })
  const mime = await takeFile()
  if (mime === undefined) {
    const owner = table.place.owner === 'study_id' ? 'study' : 'visit'
    throw new Refusal('invalid', undefined, { fields: { file_id: `is not a document of this ${owner}` } })
  }
  const is_image = mime.startsWith('image/')
  await table.insert(ctx.tx, {
    client_id: clientId,
    ...document,
    is_image,
    uploaded_by: userId,
    created: ctx.now,
  })
  await note(ctx, 'add', table, document)
}

function note<Body>(
  ctx: Context,
  action: 'add' | 'delete',
  { place: { audited } }: DocumentTable<Body>,
  { id, owner_id, file_id }: Pick<StoredDocument, 'id' | 'owner_id' | 'file_id'>,
): Promise<void> {
  return ctx.audit(action, audited.entity, id, { [audited.owner]: owner_id, file_id })
}

function demandSame(known: StoredDocument, document: NewDocument, userId: string): void {
  const isSame =
    known.owner_id === document.owner_id && known.file_id === document.file_id && known.uploaded_by === userId
  if (!isSame) throw new Refusal('id_reused')
}
