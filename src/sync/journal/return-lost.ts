import { COMPARED_MAX, restoreCalls } from '#contract/calls/restores.ts'
import { recordHash } from '#domain/sync/checksum.ts'
import type { JournalRow, NoteRow, OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'
import { ApiError } from '../api/errors.ts'
import { takeFromJournal } from './journal.ts'
import { findEpoch } from './known-epoch.ts'
import { readNotes } from './notes.ts'

/** The history that the journal was compared with last (work.meta). */
const COMPARED_ID = 'comparedEpoch'

/**
 * Compares what was acknowledged with a server whose history is another one than this device knows, and puts what it
 * lacks back into the outbox, in the order of the clicks: it goes out by the ordinary way, under the signature that its
 * author made, with the server's own receipts. `sendFiles` lets the files that they name go ahead once more. Returns how many went back. Throws what the call throws; nothing is
 * forgotten until the answer is there.
 */
export async function returnLost(
  work: WorkDatabase,
  call: Caller,
  epoch: string,
  sendFiles: (ids: readonly string[]) => Promise<void> = async () => undefined,
): Promise<number> {
  const value = recordHash(epoch, 0)
  const [known, compared] = await Promise.all([findEpoch(work), work.meta.get(COMPARED_ID)])
  // Where this device knows of no history before, nothing can be missing.
  if (known === undefined || known === epoch || compared?.value === value) return 0
  let count = 0
  for (let last = -1; ; ) {
    const page = await readPage(work, last)
    const lacking = await askFor(call, page)
    const lost = page.filter(({ id }) => lacking.has(id))
    // A save waits until its files have gone ahead.
    await sendFiles(lost.flatMap(({ files = [] }) => files))
    count += await putBack(work, lost)
    if (page.length < COMPARED_MAX) break
    last = page.at(-1)?.seq ?? last
  }
  await tellNotes(work, call)
  await work.meta.put({ id: COMPARED_ID, value })
  return count
}

/** What was done online cannot come back from here: the server notes what it lacks of it, for its administrators. */
async function tellNotes(work: WorkDatabase, call: Caller): Promise<void> {
  for (let last: NoteRow | undefined; ; ) {
    const page = await readNotes(work, last, COMPARED_MAX)
    last = page.at(-1)
    if (!last) return
    await call(restoreCalls.compare, { commands: [], notes: page.map(({ note }) => note) })
  }
}

// What is acknowledged and still in the outbox is named too: the server notes what it lacks and what its numbers were.
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
    // An older server cannot compare. Ids make it safe to send everything once more.
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
