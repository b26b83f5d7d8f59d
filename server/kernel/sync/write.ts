import { writeAudit } from '../audit/audit.ts'
import type { Caller, Change, Context, Tx } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import { answeringRev, type Outcome, tailStatement } from './feed-tail.ts'

/** A transaction of one client while it runs: what it notes here is written by its tail. */
export interface Write {
  tx: Tx
  now: Date
  changed: (change: Change) => void
  /** What handlers flagged in it. */
  flags: Set<string>
  /** Keeps the answer of the command that this transaction claimed. */
  answered: (outcome: Outcome) => void
}

/** What a committed transaction answers: its value and where its changes stand in the feed. */
export interface Written<T> {
  value: T
  /** Null where no record changed. */
  pos: number | null
  rev: number | null
}

/**
 * Runs one transaction of a client whose noted changes reach the feed, all or nothing, and tells waiting devices after
 * the commit. Handlers, commands, jobs and arrivals all write through here.
 */
export async function write<T>(
  kernel: Pick<Kernel, 'database' | 'now' | 'announce'>,
  clientId: string,
  run: (work: Write) => Promise<T>,
): Promise<Written<T>> {
  const now = kernel.now()
  let changes: Change[] = []
  let outcome: Outcome | undefined
  let pos: number | null = null
  const value = await kernel.database.tenant(
    clientId,
    (tx) => {
      // The helper may run this again after a deadlock: nothing of the first try may stay.
      changes = []
      outcome = undefined
      return run({
        tx,
        now,
        changed: (change) => changes.push(change),
        flags: new Set(),
        answered: (given) => {
          outcome = given
        },
      })
    },
    {
      prepares: true,
      tail: () => tailStatement(clientId, changes, outcome, now),
      tailed: ([rows]) => {
        pos = (rows?.[0] as { pos: number } | undefined)?.pos ?? null
      },
    },
  )
  if (pos !== null) kernel.announce(clientId, pos)
  return { value, pos, rev: answeringRev(changes) ?? null }
}

/** What a handler gets for this transaction and caller. */
export function contextOf(
  kernel: Pick<Kernel, 'fileLinks' | 'jobs'>,
  caller: Caller,
  work: Write,
  { baseRev, madeOffline }: Pick<Context, 'baseRev' | 'madeOffline'>,
): Context {
  const { clientId, userId } = caller
  return {
    caller,
    tx: work.tx,
    now: work.now,
    baseRev,
    madeOffline,
    flag: (name) => void work.flags.add(name),
    changed: work.changed,
    audit: (action, type, recordId, detail) =>
      writeAudit(work.tx, { clientId, userId, action, type, recordId, detail, at: work.now }),
    addJob: (job, ids) => kernel.jobs.add(work.tx, job, { clientId, ids }),
    fileUrl: (fileId) => kernel.fileLinks.signedUrl(clientId, fileId, work.now),
  }
}
