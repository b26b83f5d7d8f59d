import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { EntityId } from '#contract/kernel/fields.ts'
import type { Kernel } from '../http/kernel.ts'
import type { Write, Written } from '../sync/feed/write.ts'

/** The data of a job: which client's records, by id. Never their contents (docs/people.md#tenants). */
export const JobData = z.strictObject({
  clientId: EntityId,
  ids: z.array(EntityId),
  /** What happened, as an identifier, and when. */
  event: z.optional(
    z.strictObject({ kind: z.string().check(z.regex(/^[a-z_]{1,40}$/)), at: z.iso.datetime() }),
  ),
})
export type JobData = z.output<typeof JobData>

/** What a job works with: transactions of its client, whose noted changes reach the feed like any others. */
export interface JobContext {
  write: <T>(run: (work: Write) => Promise<T>) => Promise<Written<T>>
  now: Date
  log: FastifyBaseLogger
}

/** Work that follows an effect and may fail and be retried, so running it twice must be safe. */
export interface Job {
  /** The name of the queue; never change it once jobs were stored under it. */
  name: string
  /** Retries after the first try, with growing pauses; 10 by default (about two days). */
  retries?: number
  /**
   * Maximum duration of one run in seconds; 15 minutes by default. After that the queue considers the run lost and
   * starts another one, even if the first is still running. A run with its own limit also counts as lost if its server
   * sends no heartbeat for five minutes.
   */
  maxSeconds?: number
  /** Called once the last try failed or was lost with its server: nothing runs any more. Retried like any job. */
  giveUp?: (data: JobData, work: JobContext) => Promise<void>
  run: (data: JobData, work: JobContext) => Promise<void>
}

/** Work of the server itself, at a time of day (cron, UTC); one process runs it. */
export interface DailyJob {
  name: string
  cron: string
  run: (kernel: Kernel, log: FastifyBaseLogger) => Promise<void>
}

/** Declares a job. */
export function defineJob(job: Job): Job {
  return job
}
