import { withQuotaRetry } from '#src/db/quota.ts'
import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { inOrder } from './in-order.ts'

/** What of peer learning is typed: a second reading, or the answer to a learning point (docs/peer-learning.md). */
export type PeerTextKind = 'reading' | 'answer'

export interface PeerTextTarget {
  kind: PeerTextKind
  /** The id of the reading. */
  id: string
  study_id: string
  /** How the study is called. */
  about: string
}

/** Rows of these texts stand beside those of reports; a report's own id never begins so. */
const PREFIX = 'peer:'
const prefixOf = (kind: PeerTextKind) => `${PREFIX}${kind}:`
/** The id of the row of such a text. */
export const peerRowId = ({ kind, id }: Pick<PeerTextTarget, 'kind' | 'id'>) => `${prefixOf(kind)}${id}`

/** True for the row of a second reading or an answer that is being typed. */
export const isPeerText = ({ id }: { id: string }): boolean => id.startsWith(PREFIX)

/** The kind of a row that isPeerText is true of. */
export const peerKindOf = ({ id }: { id: string }): PeerTextKind =>
  id.startsWith(prefixOf('reading')) ? 'reading' : 'answer'

/** The reading that such a row is about. */
export const peerReadingOf = (row: { id: string }): string => row.id.slice(prefixOf(peerKindOf(row)).length)

/**
 * Stores what is typed on this device, durably; deletes it if the text is empty. It is newer than the stored text even if
 * the clock went back.
 */
export function keepPeerText(text: PeerText): Promise<void> {
  return keepPeerTextIn(getDevice(), text, true)
}

/** What was typed, as it stood at a moment (milliseconds). */
export interface PeerText {
  place: PeerTextTarget
  content: string
  updated: number
}

/** The same for a given device. A text that is not `isTyped` now is skipped if it is older than the stored one. */
export async function keepPeerTextIn(
  { databases, author }: Pick<Device, 'databases' | 'author'>,
  { place, content, updated }: PeerText,
  isTyped = false,
): Promise<void> {
  const { drafts, work, cache } = databases
  const id = peerRowId(place)
  await inOrder(id, async () => {
    const here = await work.drafts.get(id)
    if (here && here.updated > updated && !isTyped) return
    if (content === '') return work.drafts.delete(id)
    const row = await drafts.seal({
      id,
      rev: 0,
      study: place.study_id,
      updated: Math.max(updated, isTyped && here ? here.updated + 1 : 0),
      command: undefined,
      baseRev: undefined,
      // No save of a report carries it, so none is waited for.
      isSaved: true,
      writer: author.writer,
      body: {
        report_no: 1,
        report_name: place.about,
        report_data: content,
        conclusion: '',
        recommendation: '',
      },
    })
    await withQuotaRetry(cache, () => work.transaction('rw', work.drafts, () => work.drafts.put(row)))
  })
}

/** What was typed and not sent yet; empty where there is nothing. */
export async function findPeerText(place: Pick<PeerTextTarget, 'kind' | 'id'>): Promise<string> {
  const { databases } = getDevice()
  const row = await inOrder(peerRowId(place), () => databases.drafts.find(peerRowId(place)))
  return row?.body.report_data ?? ''
}

/** Forgets the texts of a kind but those of these readings: the others are no more the person's to send. */
export async function dropPeerTexts(kind: PeerTextKind, stillOpen: readonly string[]): Promise<void> {
  const { work } = getDevice().databases
  const kept = new Set(stillOpen.map((id) => peerRowId({ kind, id })))
  const rows = await work.drafts.where('id').startsWith(prefixOf(kind)).primaryKeys()
  await work.drafts.bulkDelete(rows.filter((id) => !kept.has(id)))
}
