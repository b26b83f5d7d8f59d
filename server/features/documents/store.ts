import { type Insertable, type Selectable, sql } from 'kysely'
import type { DocumentRow } from '#contract/calls/study-parts.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { StudyDocument } from '#server/kernel/database/schema.ts'

/** Documents as they travel, whatever the caller's rights. */
export async function selectDocuments(
  tx: Tx,
  _caller: Caller,
  ids: readonly string[],
): Promise<DocumentRow[]> {
  if (ids.length === 0) return []
  const rows = await named(tx)
    .where('d.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(toDocumentRow)
}

/** What is shown of a study's documents, oldest first. */
export async function selectDocumentsOfStudy(tx: Tx, studyId: string): Promise<DocumentRow[]> {
  const rows = await named(tx)
    .where('d.study_id', '=', studyId)
    .where('d.hidden', 'is', null)
    .orderBy('d.created')
    .orderBy('d.id')
    .execute()
  return rows.map(toDocumentRow)
}

/** The document of that id, deleted ones among them. */
export function findDocument(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('study_document')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The file that the caller brought for this study as a document; undefined where there is no such file. */
export function findOwnFile(tx: Tx, { clientId, userId }: Caller, id: string, studyId: string) {
  return tx
    .selectFrom('file')
    .select(['id', 'mime'])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('purpose', '=', 'document')
    .where('owner_id', '=', studyId)
    .where('created_by', '=', userId)
    .executeTakeFirst()
}

export async function hasDocumentTag(tx: Tx, clientId: string, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('document_tag')
    .select('id')
    .where('client_id', 'in', [clientId, PLATFORM_CLIENT_ID])
    .where('id', '=', id)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertDocument(tx: Tx, document: Insertable<StudyDocument>): Promise<void> {
  await tx.insertInto('study_document').values(document).execute()
}

/** Hides a document and returns its new revision: it stays for the record. */
export async function hideDocument(
  tx: Tx,
  { clientId, userId }: Caller,
  id: string,
  now: Date,
): Promise<{ id: string; rev: number }> {
  return tx
    .updateTable('study_document')
    .set({ hidden: now, hidden_by_id: userId, rev: sql`rev + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning(['id', 'rev'])
    .executeTakeFirstOrThrow()
}

function named(tx: Tx) {
  return (
    tx
      .selectFrom('study_document as d')
      .leftJoin('app_user as u', (on) =>
        on.onRef('u.client_id', '=', 'd.client_id').onRef('u.id', '=', 'd.uploaded_by'),
      )
      // The kinds are the platform's; older documents name those that their client kept itself.
      .leftJoin('document_tag as t', (on) =>
        on
          .onRef('t.id', '=', 'd.tag_id')
          .on((eb) =>
            eb.or([
              eb('t.client_id', '=', eb.ref('d.client_id')),
              eb('t.client_id', '=', PLATFORM_CLIENT_ID),
            ]),
          ),
      )
      .selectAll('d')
      .select(['u.name as user_name', 't.name as tag_name'])
  )
}

type NamedDocument = Selectable<StudyDocument> & { user_name: string | null; tag_name: string | null }

function toDocumentRow(row: NamedDocument): DocumentRow {
  return {
    id: row.id,
    rev: row.rev,
    study_id: row.study_id,
    tag: row.tag_name ?? '',
    tag_id: row.tag_id,
    file_id: row.file_id,
    name: row.name,
    is_image: row.is_image ? 1 : 0,
    uploaded_by: row.user_name ?? '',
    uploaded_by_id: row.uploaded_by,
    created: row.created.toISOString(),
  }
}
