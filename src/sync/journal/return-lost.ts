import { COMPARED_MAX, restoreCalls } from '#contract/calls/restores.ts'
import { recordHash } from '#domain/sync/checksum.ts'
import type { JournalRow, NoteRow, OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'
import { ApiError } from '../api/errors.ts'
import { takeFromJournal } from './journal.ts'
import { findEpoch } from './known-epoch.ts'
import { readNotes } from './notes.ts'

/** The history that the journal was last compared with (work.meta). */
const COMPARED_ID = 'comparedEpoch'

/**
 * Compares acknowledged commands with a server whose history differs from the one this device knows, and returns those
 * it lacks to the outbox, in click order: they are sent as usual, with their author's signature and the server's own
 * receipts. `sendFiles` sends the files that they name first. Returns how many were put back. Throws what the call
 * throws; nothing is forgotten until the answer is there.
 */
export async function returnLost(
  work: WorkDatabase,
  call: Caller,
  epoch: string,
  sendFiles: (ids: readonly string[]) => Promise<void> = async () => undefined,
): Promise<number> {
  const value = recordHash(epoch, 0)
  const [known, compared] = await Promise.all([findEpoch(work), work.meta.get(COMPARED_ID)])
  // If this device knows no earlier history, nothing can be missing.
  if (known === undefined || known === epoch || compared?.value === value) return 0
  let count = 0
  for (let last = -1; ; ) {
    const page = await readPage(work, last)
    const lacking = await askFor(call, page)
    const lost = page.filter(({ id }) => lacking.has(id))
    // A save waits until its files have been sent.
    await sendFiles(lost.flatMap(({ files = [] }) => files))
    count += await putBack(work, lost)
    if (page.length < COMPARED_MAX) break
    last = page.at(-1)?.seq ?? last
  }
  await tellNotes(work, call)
  await work.meta.put({ id: COMPARED_ID, value })
  return count
}

/** Online actions cannot be restored from here: the server records which ones it lacks, for its administrators. */
async function tellNotes(work: WorkDatabase, call: Caller): Promise<void> {
  for (let last: NoteRow | undefined; ; ) {
    const page = await readNotes(work, last, COMPARED_MAX)
    last = page.at(-1)
    if (!last) return
    await call(restoreCalls.compare, { commands: [], notes: page.map(({ note }) => note) })
  }
}

// Includes acknowledged commands still in the outbox: the server records which ones it lacks and their numbers.
async function readPage(work: WorkDatabase, after: number): Promise<OutboxRow[]> {
  const [journal, acked] = await Promise.all([
    work.journal.where('seq').above(after).limit(COMPARED_MAX).toArray(),
    work.outbox
      .where('seq')
      .above(after)
      .filter(({ state }) => state === 'acked')
      .limit(COMPARED_MAX)
      .toArray(),
  ])
  return [...journal, ...acked].toSorted((a, b) => a.seq - b.seq).slice(0, COMPARED_MAX)
}

async function askFor(call: Caller, rows: readonly OutboxRow[]): Promise<ReadonlySet<string>> {
  try {
    const commands = rows.map(({ id, call: key, receipts = [] }) => ({ id, call: key, receipts }))
    return new Set((await call(restoreCalls.compare, { commands })).lacking)
  } catch (error) {
    // An older server cannot compare. Ids make it safe to send everything again.
    if (error instanceof ApiError && error.status === 404) return new Set(rows.map(({ id }) => id))
    throw error
  }
}

async function putBack(work: WorkDatabase, lacking: readonly OutboxRow[]): Promise<number> {
  if (lacking.length === 0) return 0
  return work.transaction('rw', work.journal, work.outbox, work.meta, async () => {
    const found = await work.journal.bulkGet(lacking.map(({ id }) => id))
    const rows = found.filter((row) => row !== undefined)
    await takeFromJournal(work, rows)
    await work.outbox.bulkPut(rows.map(waitingAgain))
    return rows.length
  })
}

function waitingAgain({ bytes: _bytes, ...row }: JournalRow): OutboxRow {
  const waits = { state: 'waiting', acked: undefined, claim: undefined, attempts: 0, nextAt: 0 } as const
  return { ...row, ...waits, lastError: undefined, flags: undefined }
}
