import { withQuotaRetry } from '#src/db/quota.ts'
import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { inOrder } from './in-order.ts'

/** Draft rows of addenda are in the same table as those of reports; no report id starts like this. */
const PREFIX = 'addendum:'
/** The id of the row of such a text. */
export const addendumRowId = (reportId: string) => `${PREFIX}${reportId}`

/** True for the row of an addendum that is being written. */
export const isAddendumDraft = ({ id }: { id: string }): boolean => id.startsWith(PREFIX)

/**
 * Stores the text of an addendum durably on this device at a pause in typing; deletes it if empty. It is newer than the
 * stored text even if the clock went back.
 */
export function keepAddendumDraft(place: AddendumTarget, content: string): Promise<void> {
  return keepAddendumIn(getDevice(), { place, content, updated: Date.now() }, true)
}

/** The text of an addendum at a moment (milliseconds). */
export interface AddendumText {
  place: AddendumTarget
  content: string
  updated: number
}

/** The same for a given device. Ignores a text that is not `isTyped` now if it is older than the stored one. */
export async function keepAddendumIn(
  { databases, author }: Pick<Device, 'databases' | 'author'>,
  { place: { id, study_id, report_no, report_name }, content, updated }: AddendumText,
  isTyped = false,
): Promise<void> {
  const { drafts, work, cache } = databases
  await inOrder(addendumRowId(id), async () => {
    const here = await work.drafts.get(addendumRowId(id))
    if (here && here.updated > updated && !isTyped) return
    if (content === '') return work.drafts.delete(addendumRowId(id))
    const body = { report_no, report_name, report_data: content, conclusion: '', recommendation: '' }
    const row = await drafts.seal({
      id: addendumRowId(id),
      rev: 0,
      study: study_id,
      updated: Math.max(updated, isTyped && here ? here.updated + 1 : 0),
      command: undefined,
      baseRev: undefined,
      // No save of a report carries it, so there is none to wait for.
      isSaved: true,
      writer: author.writer,
      body,
    })
    await withQuotaRetry(cache, () => work.transaction('rw', work.drafts, () => work.drafts.put(row)))
  })
}

/** The signed report that an addendum is written to. */
export interface AddendumTarget {
  id: string
  study_id: string
  report_no: number
  report_name: string
}

/** Returns the typed text that is not signed yet; empty if there is none. */
export async function findAddendumDraft(reportId: string): Promise<string> {
  const { databases } = getDevice()
  const row = await inOrder(addendumRowId(reportId), () => databases.drafts.find(addendumRowId(reportId)))
  return row?.body.report_data ?? ''
}
