import type { NotedAct } from '#contract/calls/act-note.ts'
import { type AuditLine, auditStatement } from '#server/kernel/audit.ts'
import type { Caller, Change, Context, Tx } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { Job, JobData } from '#server/kernel/jobs/job.ts'
import { actsOf } from '../commands/act-notes.ts'
import { answeringRev, growthOf, type Outcome, tailStatement } from './feed-tail.ts'

/** A running transaction of one client: its tail writes everything noted here. */
export interface Write {
  tx: Tx
  now: Date
  changed: (change: Change) => void
  /** Notes a line of the audit trail. */
  audited: (line: AuditLine) => void
  /** Adds a job in this transaction, so it exists exactly if the effect does. It carries the records' ids only. */
  addJob: (job: Pick<Job, 'name'>, ids: string[], event?: JobData['event']) => Promise<void>
  /** Flags set by handlers in this transaction. */
  flags: Set<string>
  /** Stores the answer of the command that this transaction claimed. */
  answered: (outcome: Outcome) => void
}

/** The result of a committed transaction: its value and the feed position of its changes. */
export interface Written<T> {
  value: T
  /** Null if no record changed. */
  pos: number | null
  rev: number | null
  /** Acts recorded in the audit trail, without mere reads. */
  acts: readonly NotedAct[]
}

/**
 * Runs one transaction of a client whose noted changes reach the feed, all or nothing, and notifies waiting devices
 * after the commit. Handlers, commands, jobs and arrivals all write through here.
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
      // The helper may run this again after a deadlock: discard everything from the first try.
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
      // The trail comes before the feed, so that the feed's head is locked only during the last statement.
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

/** Builds a handler's context for this transaction and caller. */
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
