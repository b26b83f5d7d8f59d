import type { QueueKey } from '#contract/registry.ts'
import type { DraftRow, OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { basedOn } from '#src/sync/journal/known-epoch.ts'
import type { Act } from './enqueue-command.ts'
import { findLanePosition, type Lane, type LanePosition, type Origin, readLane } from './lane.ts'
import { baseWithout, sentOf } from './take-out.ts'

/** Another page of this device holds text of the same report that is not saved yet. */
export class ForeignDraftError extends Error {}

type LaneCommand = Pick<OutboxRow, 'aggregate' | 'call' | 'record'>

/** Where a command is in the queue. */
export interface Stand {
  lane: Lane
  position: LanePosition
  /** What the text continues from, if the command carries one. */
  lineage: Lineage | undefined
}

/**
 * Finds where the command belongs, from the current rows. Runs independent reads in parallel, because sequential ones
 * delay "on this device" visibly. Throws ForeignDraftError.
 */
export async function standOf(
  work: WorkDatabase,
  history: string | undefined,
  command: LaneCommand,
  act: Pick<Act<QueueKey>, 'base' | 'settles'>,
  draft: DraftOf | undefined,
): Promise<Stand> {
  const [whole, kept, settled] = await Promise.all([
    readLane(work, command.aggregate),
    draft && work.drafts.get(draft.id),
    act.settles && work.outbox.bulkGet([...act.settles]),
  ])
  return standAmong(work, history, command, act, draft, { whole, kept, settled })
}

/** The rows that determine where a command belongs. */
interface Held {
  whole: Lane
  kept: DraftRow | undefined
  settled: (OutboxRow | undefined)[] | undefined
}

async function standAmong(
  work: WorkDatabase,
  history: string | undefined,
  command: LaneCommand,
  act: Pick<Act<QueueKey>, 'base' | 'settles'>,
  draft: DraftOf | undefined,
  { whole, kept, settled }: Held,
): Promise<Stand> {
  // The commands that it settles are about to leave.
  const lane = { ...whole, rows: whole.rows.filter(({ id }) => !act.settles?.includes(id)) }
  const gone = (settled ?? []).filter((row) => row !== undefined)
  const sent = sentOf(gone)
  const epoch = history ?? lane.epoch
  const lineage = draft && withEpoch(continueDraft(kept, draft), epoch)
  const { base: from, continues }: Origin = lineage ? originOf(lineage) : { base: act.base }
  const row = { ...command, supersedes: sent.length > 0 ? sent : undefined }
  const origin = { base: basedOn(from, command, lineage?.baseEpoch ?? epoch), continues }
  const freed = draft ? undefined : placeFreedBy(gone, command)
  const position = await findLanePosition(work, row, origin, lane)
  // The save that it replaces may have followed a command that leaves.
  const base = baseWithout(position.base, new Map(gone.map((one) => [one.id, one])))
  return { lane, lineage, position: { ...position, base, seq: freed ?? position.seq } }
}

/**
 * The position in the lane that a correction takes over: commands behind the refused one build on it. A text is newer than
 * every waiting command and is placed by its lineage instead.
 */
function placeFreedBy(
  gone: readonly OutboxRow[],
  { aggregate }: Pick<OutboxRow, 'aggregate'>,
): number | undefined {
  const seqs = gone.flatMap((row) => (row.aggregate === aggregate && row.state !== 'acked' ? [row.seq] : []))
  return seqs.length > 0 ? Math.min(...seqs) : undefined
}

export const isSamePosition = (one: LanePosition, other: LanePosition) =>
  JSON.stringify(one) === JSON.stringify(other)

/** What the last change of this page found, for the next change. */
interface Remembered {
  /** Number, skew and history for the next change if nobody else wrote. */
  facts: Omit<Lane, 'rows'>
  /** The texts that this page saved: another save of one follows the last. */
  saved: Set<string>
}

const remembered = new WeakMap<WorkDatabase, Remembered>()

/**
 * Predicts where the command belongs if only this page wrote since its last change; undefined if unknown. Saves one
 * disk read before the signature. The transaction that stores the command checks again; if the prediction was wrong,
 * the command is placed and signed again.
 */
export function foreseeStand(
  work: WorkDatabase,
  history: string | undefined,
  command: LaneCommand,
  act: Pick<Act<QueueKey>, 'base' | 'settles' | 'draft'>,
): Promise<Stand> | undefined {
  const known = remembered.get(work)
  const { settles, draft } = act
  if (!known || settles || (draft && known.saved.has(draft.id))) return undefined
  const held = { whole: { rows: [], ...known.facts }, kept: undefined, settled: undefined }
  return standAmong(work, history, command, act, draft, held)
}

/** Remembers where a command of this page was stored, after its transaction completed. */
export function rememberStand(
  work: WorkDatabase,
  { seq, skewMs, epoch }: Lane,
  draft: Pick<DraftRow, 'id'> | undefined,
): void {
  const saved = remembered.get(work)?.saved ?? new Set()
  if (draft) saved.add(draft.id)
  remembered.set(work, { facts: { seq: seq + 1, skewMs, epoch }, saved })
}

const originOf = ({ baseRev, command }: Lineage): Origin => ({
  base: baseRev === undefined ? undefined : { rev: baseRev },
  continues: command,
})

/** What a text continues from: its last save, and the server revision below it. */
type Lineage = Pick<DraftRow, 'command' | 'baseRev' | 'baseEpoch'>

/** The part of a draft that tells what it continues from. */
type DraftOf = Pick<DraftRow, 'id' | 'writer'> & Lineage

/**
 * Returns what the text of `draft` continues from, given the stored draft `kept`: this page's own text continues from
 * its last save and the server's result of that. Call inside the transaction that writes, because an answer of the
 * server may move the base at any time. Never overwrites unseen text of another page: throws ForeignDraftError.
 */
export function continueDraft(kept: DraftRow | undefined, draft: DraftOf): Lineage {
  const { baseRev, baseEpoch } = draft
  if (kept && kept.writer === draft.writer) {
    // Revisions of two histories cannot be compared: trust a text that names its history.
    const isOfOther = baseEpoch !== undefined && kept.baseEpoch !== undefined && baseEpoch !== kept.baseEpoch
    if (isOfOther) return { command: kept.command, baseRev, baseEpoch }
    return {
      command: kept.command,
      baseRev: newerRev(kept.baseRev, baseRev),
      baseEpoch: kept.baseEpoch ?? baseEpoch,
    }
  }
  if (kept && !kept.isSaved) throw new ForeignDraftError('text of another page')
  return { command: undefined, baseRev, baseEpoch }
}

/** The same with the history that this device knows, if the text names none. */
export const withEpoch = (lineage: Lineage, epoch: string | undefined): Lineage =>
  lineage.baseRev === undefined ? lineage : { ...lineage, baseEpoch: lineage.baseEpoch ?? epoch }

function newerRev(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return Math.max(a, b)
}
