import type { NotedAct } from '#contract/calls/act-note.ts'
import { type AuditLine, auditStatement } from '../audit/audit.ts'
import type { Caller, Change, Context, Tx } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import type { Job, JobData } from '../jobs/job.ts'
import { actsOf } from './act-notes.ts'
import { answeringRev, growthOf, type Outcome, tailStatement } from './feed-tail.ts'

/** A transaction of one client while it runs: what it notes here is written by its tail. */
export interface Write {
  tx: Tx
  now: Date
  changed: (change: Change) => void
  /** Notes a line of the audit trail. */
  audited: (line: AuditLine) => void
  /** Adds a job in this transaction: it is there exactly when the effect is. It carries the records' ids only. */
  addJob: (job: Pick<Job, 'name'>, ids: string[], event?: JobData['event']) => Promise<void>
  /** What handlers flagged in it. */
  flags: Set<string>
  /** Keeps the answer of the command that this transaction claimed. */
  answered: (outcome: Outcome) => void
}

/** What a committed transaction returns: its value and where its changes stand in the feed. */
export interface Written<T> {
  value: T
  /** Null where no record changed. */
  pos: number | null
  rev: number | null
  /** What was done by the audit trail, without what was only read. */
  acts: readonly NotedAct[]
}

/**
 * Runs one transaction of a client whose noted changes reach the feed, all or nothing, and tells waiting devices after
 * the commit. Handlers, commands, jobs and arrivals all write through here.
 */
export async function write<T>(
  kernel: Pick<Kernel, 'database' | 'now' | 'announce' | 'jobs'>,
  clientId: string,
  run: (work: Write) => Promise<T>,
): Promise<Written<T>> {
  const now = kernel.now()
  let changes: Change[] = []
  let lines: AuditLine[] = []
  const queues = new Set<string>()
  let outcome: Outcome | undefined
  let pos: number | null = null
  const value = await kernel.database.tenant(
    clientId,
    (tx) => {
      // The helper may run this again after a deadlock: nothing of the first try may stay.
      changes = []
      lines = []
      outcome = undefined
      return run({
        tx,
        now,
        changed: (change) => changes.push(change),
        audited: (line) => lines.push(line),
        addJob: (job, ids, event) => {
          queues.add(job.name)
          return kernel.jobs.add(tx, job, { clientId, ids, ...(event && { event }) })
        },
        flags: new Set(),
        answered: (given) => {
          outcome = given
        },
      })
    },
    {
      prepares: true,
      // The trail goes before the feed: the head of the feed is locked for the last statement alone.
      tail: () =>
        [lines.length > 0 && auditStatement(lines), tailStatement(clientId, changes, outcome, now)]
          .filter((statement) => typeof statement === 'string')
          .join('; '),
      tailed: (answers) => {
        pos = (answers.at(-1)?.[0] as { pos: number } | undefined)?.pos ?? null
      },
    },
  )
  for (const name of queues) kernel.jobs.wake(name)
  if (pos !== null) kernel.announce(clientId, growthOf(pos, changes))
  return { value, pos, rev: answeringRev(changes) ?? null, acts: actsOf(lines) }
}

/** What a handler gets for this transaction and caller. */
export function contextOf(
  kernel: Pick<Kernel, 'fileLinks'>,
  caller: Caller,
  work: Write,
  { baseRev, madeOffline, madeAt, skewMs }: Pick<Context, 'baseRev' | 'madeOffline' | 'madeAt' | 'skewMs'>,
): Context {
  const { clientId, userId } = caller
  return {
    caller,
    tx: work.tx,
    now: work.now,
    baseRev,
    madeOffline,
    madeAt,
    skewMs,
    flag: (name) => void work.flags.add(name),
    changed: work.changed,
    audit: async (action, type, recordId, detail) =>
      work.audited({ clientId, userId, action, type, recordId, detail, at: work.now }),
    addJob: work.addJob,
    fileUrl: (fileId) => kernel.fileLinks.signedUrl(clientId, fileId, work.now),
  }
}
