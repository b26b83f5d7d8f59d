import { v7 as mintId } from 'uuid'
import type { Base } from '#contract/calls/sync.ts'
import type { QueueInput, QueueKey } from '#contract/registry.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { withQuotaRetry } from '#src/db/quota.ts'
import type { OpenCommand, OpenDraft } from '#src/db/tables.ts'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import type { Author, LocalRecords, Patch } from '#src/sync/effects/effect.ts'
import { EFFECTS } from '#src/sync/effects/effects.ts'
import { filesNamedIn } from '#src/sync/files/files-named-in.ts'
import type { CommandSealer } from '#src/sync/sealed/seal-command.ts'
import type { CommandSigner, SignedPart } from '#src/sync/sealed/sign-command.ts'
import { effectKeyOf } from './effect-keys.ts'
import { dropReplaced, type LanePosition, takeSeq } from './lane.ts'
import { localRecords } from './local-records.ts'
import { aggregateOf, versionOf } from './queued-call.ts'
import { foreseeStand, isSamePosition, rememberStand, standOf } from './stand.ts'
import { takeOut } from './take-out.ts'

/** A person's action, before it is stored. */
export interface Act<K extends QueueKey> {
  key: K
  input: QueueInput<K>
  /** Describes it in plain words; the queue shows it. */
  label: string
  base?: Base
  /** Commands that must have taken effect before this one. */
  depends?: readonly string[]
  /** Commands that it follows, unless one of them waits for a person. */
  after?: readonly string[]
  /** The text that a save carries: it is written in the same transaction, and the save is based on it. */
  draft?: OpenDraft
  /** What it changes on the device, for a page that cannot read the records for its effect: the vault is locked. */
  patches?: readonly Patch[]
  /** The records as the page shows them: these are not read again; others are. */
  shown?: Partial<LocalRecords>
  /** Commands that this one settles: removed in the same transaction. */
  settles?: readonly string[]
  /** The app continues without the server's answer, or did so with the command that this one corrects. */
  madeOffline?: boolean
}

/** Who gives a command: the user, with the page's clock, sealer and signer. */
export interface CommandAuthor {
  userId: string
  name: () => string
  now: () => number
  /** Identifies this page among the tabs. */
  writer: string
  /** Whether the server can be reached now. */
  isOnline: () => boolean
  /** The server history that the page was read from, if known: revisions on its screen belong to it. */
  history?: () => string | undefined
  /** Seals the input for the server, so that it can travel while the vault is locked. */
  seal: CommandSealer
  /** Signs it at the click, because the page that sends it later may hold no key. */
  sign: CommandSigner
}

/**
 * Stores a change on the device: outbox row, optimistic rows and draft in ONE strict transaction. Once it resolves, the
 * change survives tab, browser and machine. It is signed before it is stored, so that nothing on the disk can sign
 * (docs/decisions/249). Returns the command's id. Throws StorageFullError, ForeignDraftError.
 */
export async function enqueueCommand<K extends QueueKey>(
  databases: Databases,
  author: CommandAuthor,
  act: Act<K>,
): Promise<string> {
  const { work, cache, overlay, drafts } = databases
  const id = mintId()
  const at = author.now()
  const authorAt: Author = { userId: author.userId, name: author.name(), at: new Date(at).toISOString() }
  const command = commandOf(id, act, author, at)
  const history = author.history?.()
  // Seal everything before the transaction: awaiting a codec inside would end it.
  const [row, effects, draft, first] = await Promise.all([
    sealCommand(databases, author, command),
    patchesOf(databases, act, authorAt).then((patches) =>
      overlay.sealAll(patches.map((patch) => overlayOf(id, patch))),
    ),
    act.draft && drafts.seal(act.draft),
    foreseeStand(work, history, command, act) ?? standOf(work, history, command, act, act.draft),
  ])
  const keep = (position: LanePosition, signed: SignedPart) =>
    work.transaction('rw', work.outbox, work.overlay, work.drafts, work.meta, async () => {
      const now = await standOf(work, history, command, act, draft)
      if (!isSamePosition(now.position, position)) throw new MovedError()
      if (act.settles) await replaceSettled(work, act.settles, id)
      const { replaces: _, ...stands } = position
      await dropReplaced(work, position)
      await Promise.all([
        takeSeq(work, now.lane),
        work.outbox.add({ ...row, ...stands, ...signed }),
        work.overlay.bulkPut(effects.map((effect) => ({ ...effect, seq: position.seq }))),
        draft && work.drafts.put({ ...draft, ...now.lineage, command: id, isSaved: true }),
      ])
      return now.lane
    })
  // The signature covers the position and cannot be made inside the transaction: if another page was faster, sign again.
  for (let stand = first; ; stand = await standOf(work, history, command, act, draft)) {
    const { position } = stand
    const signed = await author.sign({ ...row, ...position })
    try {
      rememberStand(work, await withQuotaRetry(cache, () => keep(position, signed)), draft)
      return id
    } catch (error) {
      if (!isMoved(error)) throw error
    }
  }
}

/** Another page of this device wrote first. */
class MovedError extends Error {}

// Errors thrown inside a transaction come out unchanged, or wrapped by the database library.
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

/** Removes the settled commands; commands that waited for one of them now wait for `id`, which replaces them. */
async function replaceSettled(work: WorkDatabase, settled: readonly string[], id: string): Promise<void> {
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

/** The row of a command, sealed but not queued: for a command that goes to the server at once. */
export const prepareCommand = (
  databases: Databases,
  author: CommandAuthor,
  id: string,
  act: Act<QueueKey>,
): Promise<OutboxRow> => sealCommand(databases, author, commandOf(id, act, author, author.now()))

/** Sealed twice: for this user (`e`), and for the server, so that it can be sent while the vault is locked. */
async function sealCommand(
  { outbox }: Databases,
  author: CommandAuthor,
  command: OpenCommand,
): Promise<OutboxRow> {
  const [row, part] = await Promise.all([outbox.seal(command), author.seal(command, command.body.input)])
  return { ...row, ...part }
}

function commandOf<K extends QueueKey>(
  id: string,
  act: Act<K>,
  author: CommandAuthor,
  at: number,
): OpenCommand {
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
    isOffline: madeOffline || !author.isOnline(),
    user: author.userId,
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
