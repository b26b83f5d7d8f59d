import { type Insertable, type Selectable, sql } from 'kysely'
import type { VisitDocumentRow } from '#contract/calls/visit-records.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { VisitDocument } from '#server/kernel/database/schema.ts'

/** Documents of visits as they travel, whatever the caller's rights. */
export async function selectVisitDocuments(
  tx: Tx,
  _caller: Caller,
  ids: readonly string[],
): Promise<VisitDocumentRow[]> {
  if (ids.length === 0) return []
  const rows = await named(tx)
    .where('d.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(toRow)
}

/** What is shown of a visit's documents, oldest first. */
export async function selectDocumentsOfVisit(tx: Tx, visitId: string): Promise<VisitDocumentRow[]> {
  const rows = await named(tx)
    .where('d.visit_id', '=', visitId)
    .where('d.hidden', 'is', null)
    .orderBy('d.created')
    .orderBy('d.id')
    .execute()
  return rows.map(toRow)
}

/** The document of that id, deleted ones among them. */
export function findVisitDocument(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('visit_document')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Gives a file that the caller brought as a document of a visit to that visit, and answers its media type; undefined
 * where there is no such file, or where another visit has it.
 */
export async function giveFileToVisit(
  tx: Tx,
  { clientId, userId }: Caller,
  fileId: string,
  visitId: string,
): Promise<string | undefined> {
  const file = await tx
    .updateTable('file')
    .set({ owner_id: visitId })
    .where('client_id', '=', clientId)
    .where('id', '=', fileId)
    .where('purpose', '=', 'visit_document')
    .where('created_by', '=', userId)
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', visitId)]))
    .returning('mime')
    .executeTakeFirst()
  return file?.mime
}

export async function insertVisitDocument(tx: Tx, document: Insertable<VisitDocument>): Promise<void> {
  await tx.insertInto('visit_document').values(document).execute()
}

/** Hides a document and answers its new revision: it stays for the record. */
export async function hideVisitDocument(
  tx: Tx,
  { clientId, userId }: Caller,
  id: string,
  now: Date,
): Promise<{ id: string; rev: number }> {
  return tx
    .updateTable('visit_document')
    .set({ hidden: now, hidden_by_id: userId, rev: sql`rev + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning(['id', 'rev'])
    .executeTakeFirstOrThrow()
}

function named(tx: Tx) {
  return (
    tx
      .selectFrom('visit_document as d')
      .leftJoin('app_user as u', (on) =>
        on.onRef('u.client_id', '=', 'd.client_id').onRef('u.id', '=', 'd.uploaded_by'),
      )
      // The kinds are the platform's; a client's own may be named by what it kept before.
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

type NamedDocument = Selectable<VisitDocument> & { user_name: string | null; tag_name: string | null }

function toRow(row: NamedDocument): VisitDocumentRow {
  return {
    id: row.id,
    rev: row.rev,
    appt_id: row.visit_id,
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
