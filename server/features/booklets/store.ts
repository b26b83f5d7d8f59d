import { type Selectable, sql } from 'kysely'
import type { BookletRow } from '#contract/calls/study-parts.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Booklet } from '#server/kernel/database/schema.ts'

/** Returns booklets in wire format; the caller checks the rights. */
export async function selectBooklets(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
): Promise<BookletRow[]> {
  const rows = await tx
    .selectFrom('booklet')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(toBookletRow)
}

/** The fields that a save writes. */
export type BookletContent = Pick<BookletRow, 'pagesize' | 'layout' | 'empty_area_bg' | 'img_file_ids'>

/** Writes the study's booklet with its next revision; the first save creates it. */
export async function putBooklet(
  tx: Tx,
  key: { clientId: string; id: string; studyId: string },
  content: BookletContent,
  by: { userId: string; now: Date },
): Promise<BookletRow> {
  const written = {
    pagesize: content.pagesize,
    layout: content.layout,
    empty_area_bg: content.empty_area_bg,
    // The column type does not declare that an element may be null.
    img_file_ids: sql<string[]>`${[...content.img_file_ids]}::uuid[]`,
    updated: by.now,
    updated_by: by.userId,
  }
  const row = await tx
    .insertInto('booklet')
    .values({ client_id: key.clientId, id: key.id, study_id: key.studyId, ...written })
    .onConflict((on) =>
      on.columns(['client_id', 'id']).doUpdateSet({ ...written, rev: sql<number>`booklet.rev + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return toBookletRow(row)
}

/** Returns those of the files that are pictures of this study's booklet. */
export async function selectBookletImages(
  tx: Tx,
  clientId: string,
  studyId: string,
  fileIds: readonly string[],
): Promise<Set<string>> {
  if (fileIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('file')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '=', sql<string>`any(${[...fileIds]}::uuid[])`)
    .where('purpose', '=', 'booklet_image')
    .where('owner_id', '=', studyId)
    .execute()
  return new Set(rows.map((row) => row.id))
}

function toBookletRow(row: Selectable<Booklet>): BookletRow {
  return {
    id: row.id,
    rev: row.rev,
    study_id: row.study_id,
    pagesize: 'A4',
    layout: row.layout as BookletRow['layout'],
    empty_area_bg: row.empty_area_bg as BookletRow['empty_area_bg'],
    img_file_ids: row.img_file_ids,
    updated: row.updated.toISOString(),
  }
}
