import { getDevice } from '../current-device.ts'
import type { Draft } from './draft.ts'
import { inOrder } from './in-order.ts'
import { keepDraftIn, takeOverDraft } from './keep-draft.ts'
import { keepUnloadDrafts } from './unload-drafts.ts'
import { saveLabel } from './words.ts'

export type { Draft }

/** Writes the text to this device, durably, at a pause in typing; nothing is sent by it. */
export async function keepDraft(draft: Draft): Promise<void> {
  const { databases, desk } = getDevice()
  await inOrder(draft.report_id, () => keepDraftIn(databases, desk, draft, saveLabel))
}

/**
 * The text that this device holds and the server does not have, for the editor to open with and go on from; undefined
 * where the server has it all.
 */
export async function findDraft(reportId: string): Promise<Draft | undefined> {
  const device = getDevice()
  const { databases, desk } = device
  await keepUnloadDrafts(device)
  return inOrder(reportId, () => takeOverDraft(databases, desk, reportId))
}

/** Gives up the text that this device holds of a report, at the person's wish; saves of it that wait are not touched. */
export async function dropDraft(reportId: string): Promise<void> {
  const { databases } = getDevice()
  await inOrder(reportId, () => databases.work.drafts.delete(reportId))
}
