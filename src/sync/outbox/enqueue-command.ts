import { v7 as mintId } from 'uuid'
import type { Base } from '#contract/calls/sync.ts'
import type { QueueInput, QueueKey } from '#contract/registry.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { withQuotaRetry } from '#src/db/quota.ts'
import type { OpenCommand, OpenDraft } from '#src/db/tables.ts'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import type { Author, LocalRecords, Patch } from '../effects/effect.ts'
import { EFFECTS } from '../effects/effects.ts'
import { filesNamedIn } from '../files/files-named-in.ts'
import type { CommandSealer } from '../sealed/seal-command.ts'
import type { CommandSigner, SignedPart } from '../sealed/sign-command.ts'
import { effectKeyOf } from './effect-keys.ts'
import { type LanePosition, takePlace, takeSeq } from './lane.ts'
import { localRecords } from './local-records.ts'
import { aggregateOf, versionOf } from './queued-call.ts'
import { foreseeStand, isSamePlace, rememberStand, standOf } from './stand.ts'
import { takeOut } from './take-out.ts'

/** What a person did, before it is kept. */
export interface Act<K extends QueueKey> {
  key: K
  input: QueueInput<K>
  /** What it is, in a person's words; the queue shows it. */
  label: string
  base?: Base
  /** Commands that must have taken effect before. */
  depends?: readonly string[]
  /** Commands that it goes after, unless a person must decide about them. */
  after?: readonly string[]
  /** The text that a save carries: written in the same transaction, and what the save is based on. */
  draft?: OpenDraft
  /** What it changes on the device, where the page cannot read what its effect would ask for: the vault is locked. */
  patches?: readonly Patch[]
  /** The records as its page shows them: they are not read again. What is not among them is. */
  shown?: Partial<LocalRecords>
  /** Commands that this one settles: taken out in the same transaction. */
  settles?: readonly string[]
  /** The app goes on without the server's answer, or did so with what this corrects. */
  madeOffline?: boolean
}

/** The one who acts, and by which clock. */
export interface Desk {
  userId: string
  name: () => string
  now: () => number
  /** Names this page among the tabs. */
  writer: string
  /** Whether the server can be reached at this moment. */
  isOnline: () => boolean
  /** The server's history that the page was read from, where it knows: a revision on its screen is of that one. */
  history?: () => string | undefined
  /** Seals the input for the server, so that it can travel while the vault is locked. */
  seal: CommandSealer
  /** Signs it, at the click: whoever carries it later holds no key. */
  sign: CommandSigner
}

/**
 * Keeps a change on the device: outbox row, optimistic rows and draft in ONE strict transaction. When the answer is there,
 * the change survives tab, browser and machine. It is signed before it is kept, so that nothing on the disk can sign
 * (docs/decisions/249). Returns the command's id. Throws StorageFullError, ForeignDraftError.
 */
export async function enqueueCommand<K extends QueueKey>(
  databases: Databases,
  desk: Desk,
  act: Act<K>,
): Promise<string> {
  const { work, cache, overlay, drafts } = databases
  const id = mintId()
  const at = desk.now()
  const author: Author = { userId: desk.userId, name: desk.name(), at: new Date(at).toISOString() }
  const command = commandOf(id, act, desk, at)
  const history = desk.history?.()
  // Everything is sealed before the transaction: awaiting a codec inside would end it.
  const [row, effects, draft, first] = await Promise.all([
    sealCommand(databases, desk, command),
    patchesOf(databases, act, author).then((patches) =>
      overlay.sealAll(patches.map((patch) => overlayOf(id, patch))),
    ),
    act.draft && drafts.seal(act.draft),
    foreseeStand(work, history, command, act) ?? standOf(work, history, command, act, act.draft),
  ])
  const keep = (place: LanePosition, signed: SignedPart) =>
    work.transaction('rw', work.outbox, work.overlay, work.drafts, work.meta, async () => {
      const now = await standOf(work, history, command, act, draft)
      if (!isSamePlace(now.place, place)) throw new MovedError()
      if (act.settles) await takePlaceOf(work, act.settles, id)
      const { replaces: _, ...stands } = place
      await takePlace(work, place)
      await Promise.all([
        takeSeq(work, now.lane),
        work.outbox.add({ ...row, ...stands, ...signed }),
        work.overlay.bulkPut(effects.map((effect) => ({ ...effect, seq: place.seq }))),
        draft && work.drafts.put({ ...draft, ...now.lineage, command: id, isSaved: true }),
      ])
      return now.lane
    })
  // The signature covers the place, and cannot be made inside the transaction: where another page was faster, it is made anew.
  for (let stand = first; ; stand = await standOf(work, history, command, act, draft)) {
    const { place } = stand
    const signed = await desk.sign({ ...row, ...place })
    try {
      rememberStand(work, await withQuotaRetry(cache, () => keep(place, signed)), draft)
      return id
    } catch (error) {
      if (!isMoved(error)) throw error
    }
  }
}

/** Another page of this device wrote first. */
class MovedError extends Error {}

// What is thrown inside a transaction comes out as it is, or wrapped by the database library.
const isMoved = (error: unknown) =>
  error instanceof MovedError ||
  (error instanceof Error && 'inner' in error && error.inner instanceof MovedError)

async function patchesOf<K extends QueueKey>(
  databases: Databases,
  { key, input, patches, shown }: Act<K>,
  author: Author,
): Promise<readonly Patch[]> {
  return patches ?? EFFECTS[key].patches(input, { ...localRecords(databases), ...shown }, author)
}

/** Takes the settled commands out; what had to wait for one of them waits for `id`, which comes in their place. */
async function takePlaceOf(work: WorkDatabase, settled: readonly string[], id: string): Promise<void> {
  const dependents = await work.outbox.where('depends').anyOf(settled).primaryKeys()
  const later = await work.outbox
    .filter(({ after }) => after?.some((one) => settled.includes(one)) === true)
    .primaryKeys()
  await takeOut(work, settled)
  await work.outbox
    .where('id')
    .anyOf(later)
    .modify((row) => {
      row.after = [...(row.after ?? []), id]
    })
  await work.outbox
    .where('id')
    .anyOf(dependents)
    .modify((row) => {
      row.depends = [...row.depends, id]
      row.signature = undefined
    })
}

/** The row of a command, sealed and not placed in the queue: for one that goes to the server at once. */
export const prepareCommand = (
  databases: Databases,
  desk: Desk,
  id: string,
  act: Act<QueueKey>,
): Promise<OutboxRow> => sealCommand(databases, desk, commandOf(id, act, desk, desk.now()))

/** Sealed twice: for this user's eyes (`e`), and for the server, so that it can travel while the vault is locked. */
async function sealCommand({ outbox }: Databases, desk: Desk, command: OpenCommand): Promise<OutboxRow> {
  const [row, part] = await Promise.all([outbox.seal(command), desk.seal(command, command.body.input)])
  return { ...row, ...part }
}

function commandOf<K extends QueueKey>(id: string, act: Act<K>, desk: Desk, at: number): OpenCommand {
  const { key, input, label, base, depends = [], after = [], madeOffline = false } = act
  const effect = EFFECTS[key]
  const record = effect.record(input)
  return {
    id,
    rev: 0,
    seq: 0,
    state: 'waiting',
    call: key,
    version: versionOf(key),
    aggregate: aggregateOf(key, input),
    record: `${record.type}:${record.id}`,
    base,
    depends: [...depends],
    ...(after.length > 0 && { after: [...after] }),
    files: filesNamedIn(input),
    isAuto: effect.isAuto(input),
    sentAt: undefined,
    claim: undefined,
    attempts: 0,
    nextAt: 0,
    acked: undefined,
    lastError: undefined,
    at,
    skewMs: undefined,
    isOffline: madeOffline || !desk.isOnline(),
    user: desk.userId,
    sealed: null,
    body: { input, label },
  } satisfies OpenCommand
}

const overlayOf = (command: string, { type, id, change }: Patch) => ({
  id: effectKeyOf(command, type, id),
  rev: 0,
  command,
  seq: 0,
  type,
  record: id,
  ackedRev: undefined,
  body: change as Record<string, unknown>,
})
