import type { OpenDraft } from '#src/db/tables.ts'
import { clinicalSave } from '../clinical/clinical-text.ts'
import { currentDevice, getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { keepRowIn } from '../drafts/draft-rows.ts'
import { askWorker, tellWorker } from '../session/ask-worker.ts'
import { type AddendumText, addendumRowId, findAddendumDraft, keepAddendumIn } from './addendum-draft.ts'
import type { Draft } from './draft.ts'
import { inOrder } from './in-order.ts'
import { keepDraftIn } from './keep-draft.ts'
import { findPeerText, keepPeerTextIn, type PeerText, type PeerTextTarget, peerRowId } from './peer-text.ts'
import { saveLabel } from './words.ts'

/** Unsaved text of a page that unloads: of a report, an addendum, a clinic doctor's note at a visit, or peer learning. */
export type UnloadDraft =
  | { draft: Draft; writer: string }
  | { addendum: AddendumText }
  | { clinical: OpenDraft }
  | { peer: PeerText }

/**
 * Hands unsaved text to the service worker while this page unloads: there is no time left to seal it. The worker keeps
 * it in memory, beside the key, for the next page.
 */
export function handOverDraft(draft: Draft): void {
  handOver((writer) => ({ draft, writer }))
}

/** The same for the text of an addendum. */
export function handOverAddendum(addendum: AddendumText): void {
  handOver(() => ({ addendum }))
}

/** The same for a clinic doctor's text at a visit. */
export function handOverClinicalDraft(rowOf: (writer: string) => OpenDraft): void {
  handOver((writer) => ({ clinical: rowOf(writer) }))
}

/** The same for a second reading or an answer. */
export function handOverPeerText(peer: PeerText): void {
  handOver(() => ({ peer }))
}

function handOver(textOf: (writer: string) => UnloadDraft): void {
  const device = currentDevice()
  if (!device) return
  tellWorker({ type: 'HOLD_TEXT', userId: device.databases.userId, text: textOf(device.author.writer) })
}

/** Why a text could not be stored, by the id of its row. */
type Unkept = ReadonlyMap<string, unknown>

const NONE: Unkept = new Map()
const kept = new WeakMap<Device, Promise<Unkept>>()

/**
 * Stores what earlier pages handed over, once for each device, and again after a failure; resolves when it is stored, to
 * what could not be. Never rejects.
 */
export function keepUnloadDrafts(device: Device): Promise<Unkept> {
  const keeping = kept.get(device) ?? takeAndKeep(device).catch(() => NONE)
  kept.set(device, keeping)
  return keeping
}

/** The same for a form: throws if the text of its row could not be stored, because the form would open without it. */
export async function keepUnloadDraftsFor(device: Device, rowId: string): Promise<void> {
  const unkept = await keepUnloadDrafts(device)
  if (unkept.has(rowId)) throw unkept.get(rowId)
}

/** Returns the unsigned text of an addendum, including text that a page handed over while it unloaded. */
export async function findUnloadAddendum(reportId: string): Promise<string> {
  await keepUnloadDraftsFor(getDevice(), addendumRowId(reportId))
  return findAddendumDraft(reportId)
}

/** Returns what was typed of peer learning and not sent, including text that a page handed over while it unloaded. */
export async function findUnloadPeerText(place: Pick<PeerTextTarget, 'kind' | 'id'>): Promise<string> {
  await keepUnloadDraftsFor(getDevice(), peerRowId(place))
  return findPeerText(place)
}

async function takeAndKeep(device: Device): Promise<Unkept> {
  const { userId } = device.databases
  const texts = await askWorker<UnloadDraft[]>({ type: 'TAKE_TEXTS', userId })
  // One that cannot be stored now goes back to the worker: the others are stored, and the next form tries it again.
  const unkept = new Map<string, unknown>()
  for (const text of texts ?? []) {
    const rowId = rowIdOf(text)
    await keepText(device, text).then(
      // A later text of the same row has all of an earlier one.
      () => unkept.delete(rowId),
      (error: unknown) => {
        unkept.set(rowId, error)
        tellWorker({ type: 'HOLD_TEXT', userId, text })
        kept.delete(device)
      },
    )
  }
  return unkept
}

function rowIdOf(text: UnloadDraft): string {
  if ('addendum' in text) return addendumRowId(text.addendum.place.id)
  if ('peer' in text) return peerRowId(text.peer.place)
  return 'clinical' in text ? text.clinical.id : text.draft.report_id
}

async function keepText(device: Device, text: UnloadDraft): Promise<void> {
  if ('addendum' in text) await keepAddendumIn(device, text.addendum)
  else if ('peer' in text) await keepPeerTextIn(device, text.peer)
  else if ('clinical' in text) await inOrder(text.clinical.id, () => keepRow(device, text.clinical))
  else await inOrder(text.draft.report_id, () => keepOne(device, text))
}

async function keepOne(
  { databases, author }: Device,
  { draft, writer }: Extract<UnloadDraft, { draft: Draft }>,
): Promise<void> {
  if (await wroteOn(databases, { id: draft.report_id, writer, updated: draft.updated })) return
  // As the page that typed it, so that text typed meanwhile in another page is not overwritten.
  await keepDraftIn(databases, { ...author, writer }, draft, saveLabel)
}

async function keepRow({ databases, author }: Device, row: OpenDraft): Promise<void> {
  if (await wroteOn(databases, row)) return
  await keepRowIn(databases, { ...author, writer: row.writer }, row, clinicalSave)
}

/** True if the page came back (back-forward cache) and continued writing. */
async function wroteOn(
  databases: Device['databases'],
  { id, writer, updated }: Pick<OpenDraft, 'id' | 'writer' | 'updated'>,
): Promise<boolean> {
  const here = await databases.drafts.find(id)
  return here !== undefined && here.writer === writer && here.updated > updated
}
