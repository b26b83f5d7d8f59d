import { withQuotaRetry } from '#src/db/quota.ts'
import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { inOrder } from './in-order.ts'

/** Draft rows of addenda stand beside those of reports; a report's own id never begins so. */
const PREFIX = 'addendum:'
const rowId = (reportId: string) => `${PREFIX}${reportId}`

/** True for the row of an addendum that is being written. */
export const isAddendumDraft = ({ id }: { id: string }): boolean => id.startsWith(PREFIX)

/** Keeps the words of an addendum on this device, durably, at a pause in typing; without words it is forgotten. */
export function keepAddendumDraft(place: AddendumPlace, content: string): Promise<void> {
  return keepAddendumIn(getDevice(), { place, content, updated: Date.now() })
}

/** An addendum's words as they stood at a moment (milliseconds). */
export interface AddendumText {
  place: AddendumPlace
  content: string
  updated: number
}

/** The same for a device that is named; words that are older than those it holds are left out. */
export async function keepAddendumIn(
  { databases, desk }: Pick<Device, 'databases' | 'desk'>,
  { place: { id, study_id, report_no, report_name }, content, updated }: AddendumText,
): Promise<void> {
  const { drafts, work, cache } = databases
  await inOrder(rowId(id), async () => {
    const here = await work.drafts.get(rowId(id))
    if (here && here.updated > updated) return
    if (content === '') return work.drafts.delete(rowId(id))
    const body = { report_no, report_name, report_data: content, conclusion: '', recommendation: '' }
    const row = await drafts.seal({
      id: rowId(id),
      rev: 0,
      study: study_id,
      updated,
      command: undefined,
      baseRev: undefined,
      // No save of a report carries it, so none is waited for.
      isSaved: true,
      writer: desk.writer,
      body,
    })
    await withQuotaRetry(cache, () => work.transaction('rw', work.drafts, () => work.drafts.put(row)))
  })
}

/** The signed report that an addendum is written to. */
export interface AddendumPlace {
  id: string
  study_id: string
  report_no: number
  report_name: string
}

/** The words that were typed and not signed yet; empty where there are none. */
export async function findAddendumDraft(reportId: string): Promise<string> {
  const { databases } = getDevice()
  const row = await inOrder(rowId(reportId), () => databases.drafts.find(rowId(reportId)))
  return row?.body.report_data ?? ''
}
