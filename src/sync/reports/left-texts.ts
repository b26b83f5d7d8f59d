import type { OpenDraft } from '#src/db/tables.ts'
import { clinicalSave } from '../clinical/clinical-text.ts'
import { currentDevice, getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { keepRowIn } from '../drafts/draft-rows.ts'
import { askWorker, tellWorker } from '../session/ask-worker.ts'
import { type AddendumText, findAddendumDraft, keepAddendumIn } from './addendum-draft.ts'
import type { Draft } from './draft.ts'
import { inOrder } from './in-order.ts'
import { keepDraftIn } from './keep-draft.ts'
import { saveLabel } from './words.ts'

/** A text as the page that typed it left it: of a report, of an addendum to one, or a clinic doctor's at a visit. */
export type LeftText = { draft: Draft; writer: string } | { addendum: AddendumText } | { clinical: OpenDraft }

/**
 * Leaves a text behind as this page goes: sealing it takes longer than a page that goes has. The service worker holds it
 * in memory beside the key, for the page that takes this one's place.
 */
export function leaveText(draft: Draft): void {
  leave((writer) => ({ draft, writer }))
}

/** The same for the words of an addendum. */
export function leaveAddendum(addendum: AddendumText): void {
  leave(() => ({ addendum }))
}

/** The same for what a clinic doctor writes at a visit. */
export function leaveRow(rowOf: (writer: string) => OpenDraft): void {
  leave((writer) => ({ clinical: rowOf(writer) }))
}

function leave(textOf: (writer: string) => LeftText): void {
  const device = currentDevice()
  if (!device) return
  tellWorker({ type: 'HOLD_TEXT', userId: device.databases.userId, text: textOf(device.desk.writer) })
}

const kept = new WeakMap<Device, Promise<void>>()

/** Keeps on the device what pages before this one left behind, once; ends when it is kept. Fails with no one. */
export function keepLeftTexts(device: Device): Promise<void> {
  const keeping = kept.get(device) ?? takeAndKeep(device).catch(() => undefined)
  kept.set(device, keeping)
  return keeping
}

/** The words of an addendum that were typed and not signed yet, also those that a page left behind as it went. */
export async function findLeftAddendum(reportId: string): Promise<string> {
  await keepLeftTexts(getDevice())
  return findAddendumDraft(reportId)
}

async function takeAndKeep(device: Device): Promise<void> {
  const { userId } = device.databases
  const texts = await askWorker<LeftText[]>({ type: 'TAKE_TEXTS', userId })
  for (const text of texts ?? [])
    if ('addendum' in text) await keepAddendumIn(device, text.addendum)
    else if ('clinical' in text) await inOrder(text.clinical.id, () => keepRow(device, text.clinical))
    else await inOrder(text.draft.report_id, () => keepOne(device, text))
}

async function keepOne(
  { databases, desk }: Device,
  { draft, writer }: Extract<LeftText, { draft: Draft }>,
): Promise<void> {
  if (await wroteOn(databases, { id: draft.report_id, writer, updated: draft.updated })) return
  // In the name of the page that typed it: what another one typed meanwhile is not overwritten by it.
  await keepDraftIn(databases, { ...desk, writer }, draft, saveLabel)
}

async function keepRow({ databases, desk }: Device, row: OpenDraft): Promise<void> {
  if (await wroteOn(databases, row)) return
  await keepRowIn(databases, { ...desk, writer: row.writer }, row, clinicalSave)
}

/** True where the page came back (the browser's own cache of pages) and wrote on. */
async function wroteOn(
  databases: Device['databases'],
  { id, writer, updated }: Pick<OpenDraft, 'id' | 'writer' | 'updated'>,
): Promise<boolean> {
  const here = await databases.drafts.find(id)
  return here !== undefined && here.writer === writer && here.updated > updated
}
