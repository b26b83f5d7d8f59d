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

/** Unsaved text of a page that unloads: of a report, an addendum, or a clinic doctor's note at a visit. */
export type UnloadDraft =
  | { draft: Draft; writer: string }
  | { addendum: AddendumText }
  | { clinical: OpenDraft }

/**
 * Hands unsaved text to the service worker while this page unloads: there is no time left to seal it. The worker keeps it
 * in memory, beside the key, for the next page.
 */
export function handOverDraft(draft: Draft): void {
  handOver((writer) => ({ draft, writer }))
}

/** The same for the words of an addendum. */
export function handOverAddendum(addendum: AddendumText): void {
  handOver(() => ({ addendum }))
}

/** The same for what a clinic doctor writes at a visit. */
export function handOverClinicalDraft(rowOf: (writer: string) => OpenDraft): void {
  handOver((writer) => ({ clinical: rowOf(writer) }))
}

function handOver(textOf: (writer: string) => UnloadDraft): void {
  const device = currentDevice()
  if (!device) return
  tellWorker({ type: 'HOLD_TEXT', userId: device.databases.userId, text: textOf(device.desk.writer) })
}

const kept = new WeakMap<Device, Promise<void>>()

/** Stores what earlier pages handed over, once for each device; resolves when it is stored. Never rejects. */
export function keepUnloadDrafts(device: Device): Promise<void> {
  const keeping = kept.get(device) ?? takeAndKeep(device).catch(() => undefined)
  kept.set(device, keeping)
  return keeping
}

/** Returns the unsigned text of an addendum, including text that a page handed over while it unloaded. */
export async function findUnloadAddendum(reportId: string): Promise<string> {
  await keepUnloadDrafts(getDevice())
  return findAddendumDraft(reportId)
}

async function takeAndKeep(device: Device): Promise<void> {
  const { userId } = device.databases
  const texts = await askWorker<UnloadDraft[]>({ type: 'TAKE_TEXTS', userId })
  for (const text of texts ?? [])
    if ('addendum' in text) await keepAddendumIn(device, text.addendum)
    else if ('clinical' in text) await inOrder(text.clinical.id, () => keepRow(device, text.clinical))
    else await inOrder(text.draft.report_id, () => keepOne(device, text))
}

async function keepOne(
  { databases, desk }: Device,
  { draft, writer }: Extract<UnloadDraft, { draft: Draft }>,
): Promise<void> {
  if (await wroteOn(databases, { id: draft.report_id, writer, updated: draft.updated })) return
  // As the page that typed it: text that another page typed meanwhile is not overwritten.
  await keepDraftIn(databases, { ...desk, writer }, draft, saveLabel)
}

async function keepRow({ databases, desk }: Device, row: OpenDraft): Promise<void> {
  if (await wroteOn(databases, row)) return
  await keepRowIn(databases, { ...desk, writer: row.writer }, row, clinicalSave)
}

/** True if the page came back (back-forward cache) and wrote on. */
async function wroteOn(
  databases: Device['databases'],
  { id, writer, updated }: Pick<OpenDraft, 'id' | 'writer' | 'updated'>,
): Promise<boolean> {
  const here = await databases.drafts.find(id)
  return here !== undefined && here.writer === writer && here.updated > updated
}
