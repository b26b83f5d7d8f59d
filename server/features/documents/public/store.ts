import { sql } from 'kysely'
import type { DocumentRow } from '#contract/calls/study-parts.ts'
import type { VisitDocumentRow } from '#contract/calls/visit-records.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Tx } from '#server/kernel/context.ts'
import { DocumentTable, type NamedDocument } from '../document-table.ts'

/** Labels of entries without a tag from the desk. */
const FROM_LABORATORY = { tag: 'Lab report', by: 'Laboratory' }
const FROM_REQUEST = 'Booking request'

export const studyDocuments = new DocumentTable<DocumentRow>(
  {
    table: 'study_document',
    owner: 'study_id',
    audited: { entity: 'document', owner: 'study_id' },
    shown: sql`study_document`,
  },
  (row) => ({
    ...fieldsOf(row),
    study_id: row.owner_id,
    tag: row.tag_name ?? '',
    tag_id: demanded(row.tag_id),
    uploaded_by: row.user_name ?? '',
    uploaded_by_id: demanded(row.uploaded_by),
  }),
)

/** Laboratory results are shown among the documents. */
export const visitDocuments = new DocumentTable<VisitDocumentRow>(
  {
    table: 'visit_document',
    owner: 'visit_id',
    audited: { entity: 'visit_document', owner: 'appt_id' },
    shown: sql`visit_paper`,
  },
  (row) => ({
    ...fieldsOf(row),
    appt_id: row.owner_id,
    tag: tagOf(row),
    tag_id: row.tag_id,
    uploaded_by: row.is_result ? FROM_LABORATORY.by : (row.user_name ?? ''),
    uploaded_by_id: row.uploaded_by,
  }),
)

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

const fieldsOf = ({ id, rev, file_id, name, is_image, created }: NamedDocument) => ({
  id,
  rev,
  file_id,
  name,
  is_image: is_image ? (1 as const) : (0 as const),
  created: created.toISOString(),
})

function tagOf({ is_result, tag_id, tag_name }: NamedDocument): string {
  if (is_result) return FROM_LABORATORY.tag
  return tag_id === null ? FROM_REQUEST : (tag_name ?? '')
}

/** Returns the value of a column that is null only for entries of visits; throws if it is null. */
function demanded(value: string | null): string {
  if (value === null) throw new Error('a document of a study has a tag and an uploader')
  return value
}
