import type { ErrorCode } from '#contract/kernel/error-codes.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { findAutosave } from '#src/sync/drafts/autosave-of.ts'
import { readUncarried } from '#src/sync/drafts/uncarried.ts'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { REPAIRED_ID } from '#src/sync/repair/repairer.ts'
import type { SimDevice } from '../sim/device.ts'
import type { Deed } from '../sim/ledger.ts'
import { MADE_UP } from '../sim/made-up.ts'
import { marksIn, marksOf } from '../sim/person.ts'
import { runAs } from '../sim/time.ts'
import type { World } from '../sim/world.ts'
import { firstTab, isFlagged, rowsOf, waitsForPerson } from './heal.ts'
import { judgeDesk } from './judge-desk.ts'
import { type ServerView, viewServer } from './server-view.ts'

/** The guarantees that every schedule checks. */
export type Invariant =
  | 'nothing acknowledged is lost'
  | 'nothing is doubled'
  | 'nothing comes from nobody'
  | 'the queue is empty or waits for a person'
  | 'a refusal has a reason'
  | 'what is done stays done'
  | 'what was given up does not happen'
  | 'devices and server agree'
  | 'each change is seen in time'
  | 'a device is told of its own scopes'
  | 'everything is delivered in time'
  | 'cash that is said to be kept is there'
  | 'what a screen calls filed is filed'
  | 'no number is given twice'
  | 'what is kept is accepted'
  | 'nobody is booked over what the device shows'
  | 'the lead stays with a tab that is well'
  | 'nothing unforeseen happens'

export interface Violation {
  invariant: Invariant
  what: string
}

/** Tasks that a desk does later: a person who was told that a change is stored must not be interrupted for it. */
const FOR_LATER: readonly string[] = [
  'slot_taken',
  'past_booking',
  'out_of_hours',
  'over_balance',
] satisfies ErrorCode[]

/**
 * Must run before persons decide: every parked command must have been refused by the server or by the network
 * in its place.
 */
export async function judgeParked({ devices, network, ledger }: World): Promise<Violation[]> {
  const found: Violation[] = []
  const keptOffline = new Set(
    ledger.desk.flatMap(({ told, command }) => (told === 'kept' && command ? [command] : [])),
  )
  for (const device of devices)
    for (const row of await rowsOf(device))
      if (keptOffline.has(row.id) && row.lastError && FOR_LATER.includes(row.lastError.code ?? ''))
        found.push(
          violation(
            'what is kept is accepted',
            `${device.name}: a ${row.call} was called kept and is refused: ${row.lastError.code}`,
          ),
        )
      else if (row.state === 'parked' && !network.refused.has(row.id))
        found.push(
          violation(
            'a refusal has a reason',
            `${device.name}: a ${row.call} is parked, which nobody refused`,
          ),
        )
  return found
}

/** An open outbox of a device, with the messages of its refusals. */
interface Queue {
  device: SimDevice
  rows: OutboxRow[]
  commands: readonly OpenCommand[]
  /** Marks in its texts. */
  marks: Set<string>
  refusals: Map<string, string>
}

/** Compares what persons were told with the data of server and devices. */
export async function judge(world: World): Promise<Violation[]> {
  const view = await viewServer(world.server, world.client.id)
  const queues = await Promise.all(world.devices.map(openQueue))
  return [
    ...lost(world, view, queues),
    ...doubled(view),
    ...fromNobody(world, view),
    ...takenBack(world, view),
    ...(await judgeDesk(world, view.log, queues)),
    ...stuck(queues),
    ...unreasoned(view, queues),
    ...(await leftovers(world)),
    ...(await mended(world)),
    ...world.devices.flatMap(undone),
    ...world.devices.flatMap(robbed),
    ...unforeseen(world),
  ]
}

const robbed = ({ robbed: told }: SimDevice): Violation[] =>
  told.map((what) => violation('the lead stays with a tab that is well', what))

async function openQueue(device: SimDevice): Promise<Queue> {
  const rows = await rowsOf(device)
  const open = await runAs(firstTab(device), () => firstTab(device).databases.outbox.openAll(rows))
  const refusals = open.flatMap(({ id, body }) => (body.refusal ? [[id, body.refusal.message] as const] : []))
  return {
    device,
    rows,
    commands: open,
    marks: new Set([...open.flatMap(({ body }) => marksOf(body)), ...(await typedMarks(device))]),
    refusals: new Map(refusals),
  }
}

/**
 * Returns the marks of typed, unsaved text in live pages: their persons see it. The typed text of a dead page
 * must be queued, except where only a person saves it: a report that is ready for signing has no autosave;
 * its text is counted and listed.
 */
async function typedMarks(device: SimDevice): Promise<string[]> {
  const { databases } = firstTab(device)
  const writers = new Set(device.openTabs.map(({ app }) => app.author.writer))
  return runAs(firstTab(device), async () => {
    const drafts = await databases.drafts.openAll(await readUncarried(databases.work))
    const records = localRecords(databases)
    const isKept = await Promise.all(
      drafts.map(async (row) => writers.has(row.writer) || (await findAutosave(row, records)) === undefined),
    )
    return drafts.flatMap((row, place) => (isKept[place] ? marksIn(row.body.report_data) : []))
  })
}

const violation = (invariant: Invariant, what: string): Violation => ({ invariant, what })

// Texts grow: a person who saves has seen the existing text, so every mark of a saved text is in the last
// one.
function lost({ ledger }: World, { reports, log }: ServerView, queues: Queue[]): Violation[] {
  const stored = new Set(reports.flatMap(({ report_data }) => marksIn(report_data)))
  const done = new Set(log.filter(({ status }) => status === 200).map(({ id }) => id))
  const gone = [ledger.givenUp, ledger.mayBeGone]
  const isKept = ({ device, mark, id }: Deed) => {
    const queue = queues.find((one) => one.device === device)!
    if (gone.some(({ ids, marks }) => ids.has(id!) || (mark && marks.has(mark)))) return true
    if (mark) return stored.has(mark) || queue.marks.has(mark)
    return done.has(id!) || queue.rows.some((row) => row.id === id)
  }
  return ledger.acknowledged
    .filter((deed) => !isKept(deed))
    .map(({ what, mark }) => violation('nothing acknowledged is lost', `${what}${mark ? ` (${mark})` : ''}`))
}

function doubled({ reports, log, audit, versions }: ServerView): Violation[] {
  const found: Violation[] = []
  const say = (what: string) => found.push(violation('nothing is doubled', what))
  for (const { id, rev, report_data } of reports) {
    const twice = repeated(marksIn(report_data))
    if (twice.length > 0) say(`the text of a report holds ${twice.join(', ')} twice`)
    const revs = audit.filter(({ record_id }) => record_id === id).map((line) => line.rev)
    if (repeated(revs).length > 0) say(`the audit trail tells revision ${repeated(revs).join(', ')} twice`)
    if (revs.length !== rev) say(`a report at revision ${rev} has ${revs.length} lines in the audit trail`)
    const kept = versions.filter(({ report_id }) => report_id === id).map((version) => version.rev)
    if (repeated(kept).length > 0) say(`the history holds revision ${repeated(kept).join(', ')} twice`)
  }
  // Each save ends with its own mark; a change that ran under two ids ends with the same mark twice.
  const ends = log.flatMap(
    ({ response }) => marksIn(response?.result?.report?.report_data ?? '').at(-1) ?? [],
  )
  if (repeated(ends).length > 0) say(`${repeated(ends).join(', ')} was saved under two ids`)
  return found
}

const repeated = <T>(all: readonly T[]): T[] => all.filter((one, n) => all.indexOf(one) !== n)

function takenBack({ ledger }: World, { log }: ServerView): Violation[] {
  return log
    .filter(({ id, status }) => status === 200 && ledger.givenUp.ids.has(id))
    .map(({ call }) => violation('what was given up does not happen', `a ${call} ran after all`))
}

function fromNobody({ devices }: World, { log }: ServerView): Violation[] {
  const known = new Set(devices.flatMap(({ keptIds }) => [...keptIds]))
  return log
    .filter(({ id, status }) => status === 200 && !known.has(id))
    .map(({ call }) => violation('nothing comes from nobody', `a ${call} under an id that no device kept`))
}

function stuck(queues: readonly Queue[]): Violation[] {
  return queues.flatMap(({ device, rows }) => {
    const held = waitsForPerson(rows)
    return rows
      .filter((row) => !isFlagged(row))
      .filter((row) => row.state === 'acked' || row.state === 'sending' || !held.has(row.id))
      .map((row) =>
        violation(
          'the queue is empty or waits for a person',
          `${device.name} holds a ${row.call} that is ${row.state}${row.lastError ? ` after ${JSON.stringify(row.lastError)}` : ''}`,
        ),
      )
  })
}

function unreasoned({ log }: ServerView, queues: readonly Queue[]): Violation[] {
  const done = new Set(log.filter(({ status }) => status === 200).map(({ id }) => id))
  return queues.flatMap(({ device, rows, refusals }) =>
    rows.flatMap((row) => {
      const say = (what: string) => [
        violation('a refusal has a reason', `${device.name}: a ${row.call} ${what}`),
      ]
      if (row.state !== 'acked' && done.has(row.id)) return say('waits although it took effect')
      if (row.state !== 'parked') return []
      if (!refusals.has(row.id) || row.lastError?.kind !== 'refused') return say('is parked without a reason')
      return refusals.get(row.id) === MADE_UP ? say('is still refused after the reason has passed') : []
    }),
  )
}

const undone = ({ name, undone: found }: SimDevice) =>
  found.map((what) => violation('what is done stays done', `${name}: a ${what}`))

async function leftovers({ devices }: World): Promise<Violation[]> {
  const found: Violation[] = []
  for (const device of devices) {
    const { work } = firstTab(device).databases
    const [overlay, ids] = await runAs(firstTab(device), () =>
      Promise.all([work.overlay.toArray(), work.outbox.toCollection().primaryKeys()]),
    )
    const alone = overlay.filter(({ command }) => !ids.includes(command))
    if (alone.length > 0)
      found.push(
        violation(
          'the queue is empty or waits for a person',
          `${device.name} shows ${alone.length} changes that no command carries`,
        ),
      )
  }
  return found
}

// The repair is for unforeseen damage; no schedule may need it.
async function mended({ devices }: World): Promise<Violation[]> {
  const found: Violation[] = []
  for (const device of devices) {
    const { meta } = firstTab(device).databases.work
    const count = await runAs(firstTab(device), () => meta.get(REPAIRED_ID))
    if (count?.value)
      found.push(violation('devices and server agree', `${device.name} had to mend ${count.value} copies`))
  }
  return found
}

const EXPECTED = [
  'OfflineError',
  'ApiError',
  'AbortError',
  'StorageFullError',
  'Killed',
  'QuotaExceededError',
]

function unforeseen({ devices, ledger }: World): Violation[] {
  const errors = devices.flatMap(({ tabs }) =>
    tabs.filter(({ isDead }) => !isDead).flatMap((tab) => tab.errors),
  )
  const odd = errors.filter((error) => !isExpected(error)).map(String)
  return [...new Set([...odd, ...ledger.oddities])].map((what) =>
    violation('nothing unforeseen happens', what),
  )
}

function isExpected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return EXPECTED.includes(error.name) || ('inner' in error && isExpected(error.inner))
}
