import { getDevice } from '../current-device.ts'
import type { Draft } from './draft.ts'
import { inOrder } from './in-order.ts'
import { keepDraftIn, takeOverDraft } from './keep-draft.ts'
import { keepUnloadDraftsFor } from './unload-drafts.ts'
import { saveLabel } from './words.ts'

export type { Draft }

/** Stores the text durably on this device at a pause in typing; does not send it. */
export async function keepDraft(draft: Draft): Promise<void> {
  const { databases, author } = getDevice()
  await inOrder(draft.report_id, () => keepDraftIn(databases, author, draft, saveLabel))
}

/**
 * Returns the text that this device has and the server does not, for the editor to open and continue; undefined if the
 * server has all of it.
 */
export async function findDraft(reportId: string): Promise<Draft | undefined> {
  const device = getDevice()
  const { databases, author } = device
  await keepUnloadDraftsFor(device, reportId)
  return inOrder(reportId, () => takeOverDraft(databases, author, reportId))
}

/**
 * Discards a text of this device at the user's request: of a report, or another kept text by the id of its row. Does not
 * touch waiting saves.
 */
export async function dropDraft(id: string): Promise<void> {
  const { databases } = getDevice()
  await inOrder(id, () => databases.work.drafts.delete(id))
}
