import type { Databases } from '#src/db/open-databases.ts'
import { getDevice } from '../current-device.ts'
import { keepRowIn, saveRowIn, settleRowIn, takeOverRow, unfinishedSaves } from '../drafts/draft-rows.ts'
import { inOrder } from '../reports/in-order.ts'
import { handOverClinicalDraft, keepUnloadDrafts } from '../reports/unload-drafts.ts'
import { type ClinicalText, clinicalRow, clinicalSave, clinicalTextOf, recordOf } from './clinical-text.ts'

/** Writes the text to this device, durably, at a pause in typing; nothing is sent by it. */
export async function keepClinicalText(text: ClinicalText): Promise<void> {
  const { databases, desk } = getDevice()
  const row = clinicalRow(text, desk.writer)
  await inOrder(text.id, () => keepRowIn(databases, desk, row, clinicalSave))
}

/**
 * Keeps the text and a save of it, in one transaction, and sends it as soon as the server can be reached. A save of the
 * record that was refused leaves the queue with it: nothing could overtake that one. Two texts that disagree are left to
 * their person (settleClinicalText).
 */
export async function saveClinicalText(text: ClinicalText): Promise<void> {
  const { databases, desk, wake } = getDevice()
  const row = clinicalRow(text, desk.writer)
  await inOrder(text.id, async () => {
    const settles = await refusedSaves(databases, recordOf(text))
    await saveRowIn(databases, desk, row, { ...clinicalSave(row), settles }, clinicalSave)
  })
  wake()
}

async function refusedSaves(databases: Databases, record: string): Promise<string[]> {
  const parked = (await unfinishedSaves(databases, record)).filter(({ state }) => state === 'parked')
  return parked.some(({ lastError }) => lastError?.code === 'conflict') ? [] : parked.map(({ id }) => id)
}

/** The text that this device holds and the server does not have, also one that a page left as it went. */
export async function findClinicalText(id: string): Promise<ClinicalText | undefined> {
  const device = getDevice()
  await keepUnloadDrafts(device)
  const row = await inOrder(id, () => takeOverRow(device.databases, device.desk, id))
  return row && clinicalTextOf(row)
}

/** Leaves a text behind as this page goes: there is no time left to seal it. */
export function leaveClinicalText(text: ClinicalText): void {
  handOverClinicalDraft((writer) => clinicalRow(text, writer))
}

/** Settles a conflict with the text that a person chose, on the revision that the server holds now. */
export async function settleClinicalText(text: ClinicalText, rev: number): Promise<void> {
  const { databases, desk, wake } = getDevice()
  const row = clinicalRow(text, desk.writer)
  const settled = { row, rev, save: clinicalSave(row), record: recordOf(text) }
  await inOrder(text.id, () => settleRowIn(databases, desk, settled))
  wake()
}
