import type { Databases } from '#src/db/open-databases.ts'
import { getDevice } from '../current-device.ts'
import { keepRowIn, saveRowIn, settleRowIn, takeOverRow, unfinishedSaves } from '../drafts/draft-rows.ts'
import { inOrder } from '../reports/in-order.ts'
import { handOverClinicalDraft, keepUnloadDraftsFor } from '../reports/unload-drafts.ts'
import { type ClinicalText, clinicalRow, clinicalSave, clinicalTextOf, recordOf } from './clinical-text.ts'

/** Stores the text durably on this device at a pause in typing; does not send it. */
export async function keepClinicalText(text: ClinicalText): Promise<void> {
  const { databases, author } = getDevice()
  const row = clinicalRow(text, author.writer)
  await inOrder(text.id, () => keepRowIn(databases, author, row, clinicalSave))
}

/**
 * Stores the text and a save of it, in one transaction, and sends it as soon as the server can be reached. Removes a
 * refused save of the record from the queue, because nothing can overtake that one. A conflict of two texts is left to
 * the user (settleClinicalText).
 */
export async function saveClinicalText(text: ClinicalText): Promise<void> {
  const { databases, author, wake } = getDevice()
  const row = clinicalRow(text, author.writer)
  await inOrder(text.id, async () => {
    const settles = await refusedSaves(databases, recordOf(text))
    await saveRowIn(databases, author, row, { ...clinicalSave(row), settles }, clinicalSave)
  })
  wake()
}

async function refusedSaves(databases: Databases, record: string): Promise<string[]> {
  const parked = (await unfinishedSaves(databases, record)).filter(({ state }) => state === 'parked')
  return parked.some(({ lastError }) => lastError?.code === 'conflict') ? [] : parked.map(({ id }) => id)
}

/** Returns the text that this device has and the server does not, including one that a page left while unloading. */
export async function findClinicalText(id: string): Promise<ClinicalText | undefined> {
  const device = getDevice()
  await keepUnloadDraftsFor(device, id)
  const row = await inOrder(id, () => takeOverRow(device.databases, device.author, id))
  return row && clinicalTextOf(row)
}

/** Hands a text over as this page unloads: there is no time left to seal it. */
export function leaveClinicalText(text: ClinicalText): void {
  handOverClinicalDraft((writer) => clinicalRow(text, writer))
}

/** Settles a conflict with the text that the user chose, on the server's current revision. */
export async function settleClinicalText(text: ClinicalText, rev: number): Promise<void> {
  const { databases, author, wake } = getDevice()
  const row = clinicalRow(text, author.writer)
  const settled = { row, rev, save: clinicalSave(row), record: recordOf(text) }
  await inOrder(text.id, () => settleRowIn(databases, author, settled))
  wake()
}
