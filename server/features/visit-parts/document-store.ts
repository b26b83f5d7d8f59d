import { type Insertable, sql } from 'kysely'
import type { VisitDocumentRow } from '#contract/calls/visit-records.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { VisitDocument } from '#server/kernel/database/schema.ts'

/** What an entry is called that stands under no tag of the desk. */
const FROM_LABORATORY = { tag: 'Lab report', by: 'Laboratory' }
const FROM_REQUEST = 'Booking request'

/** Documents of visits as they travel, results of the laboratory among them, whatever the caller's rights. */
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

/** The document of that id, deleted ones among them; a result of the laboratory is none that anybody changes. */
export function findVisitDocument(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('visit_document')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Gives a file that the caller brought as a document of a visit to that visit, and returns its media type; undefined
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

/** Hides a document and returns its new revision: it stays for the record. */
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

/** An entry of the view: no column of a view says by itself that it is never null. */
interface Paper {
  id: string
  rev: number
  visit_id: string
  is_result: boolean
  tag_id: string | null
  file_id: string
  name: string
  is_image: boolean
  uploaded_by: string | null
  created: Date
  user_name: string | null
  tag_name: string | null
}

function named(tx: Tx) {
  return (
    tx
      .selectFrom('visit_paper as d')
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
      .$castTo<Paper>()
  )
}

function tagOf({ is_result, tag_id, tag_name }: Paper): string {
  if (is_result) return FROM_LABORATORY.tag
  return tag_id === null ? FROM_REQUEST : (tag_name ?? '')
}

function toRow(row: Paper): VisitDocumentRow {
  return {
    id: row.id,
    rev: row.rev,
    appt_id: row.visit_id,
    tag: tagOf(row),
    tag_id: row.tag_id,
    file_id: row.file_id,
    name: row.name,
    is_image: row.is_image ? 1 : 0,
    uploaded_by: row.is_result ? FROM_LABORATORY.by : (row.user_name ?? ''),
    uploaded_by_id: row.uploaded_by,
    created: row.created.toISOString(),
  }
}
