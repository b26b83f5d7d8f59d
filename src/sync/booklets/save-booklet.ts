import type { BookletRow } from '#contract/calls/study-parts.ts'
import type { Base } from '#contract/calls/sync.ts'
import { bookletIdOf, trimCells } from '#domain/study/booklet.ts'
import { getDevice } from '../current-device.ts'
import { enqueue } from '../outbox/make/enqueue.ts'

/** A booklet as a user laid it out. */
export type BookletContent = Pick<BookletRow, 'layout' | 'empty_area_bg' | 'img_file_ids'>

const LABEL = 'Booklet'

/**
 * Stores a study's booklet on this device and sends it as soon as the server can be reached, after its images; returns
 * the command's id. `rev` is the revision of the server's copy that it is based on, 0 if there was none.
 */
export async function saveBooklet(studyId: string, content: BookletContent, rev: number): Promise<string> {
  const { layout, empty_area_bg, img_file_ids } = content
  const input = { study_id: studyId, layout, empty_area_bg, img_file_ids: trimCells(img_file_ids) }
  return enqueue('studies/saveBooklet', input, { label: LABEL, base: await baseOf(studyId, rev) })
}

/** A save that continues an unacknowledged one must not conflict with it. */
async function baseOf(studyId: string, rev: number): Promise<Base | undefined> {
  const { work } = getDevice().databases
  const record = `booklet:${bookletIdOf(studyId)}`
  const rows = await work.outbox.where('aggregate').equals(`study:${studyId}`).toArray()
  const last = rows
    .filter((row) => row.record === record && row.state !== 'acked')
    .toSorted((a, b) => a.seq - b.seq)
    .at(-1)
  if (last) return { follows: last.id }
  return rev > 0 ? { rev } : undefined
}
