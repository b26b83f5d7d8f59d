import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { EntityId } from '#contract/kernel/fields.ts'
import type { Kernel } from '../http/kernel.ts'
import type { Write, Written } from '../sync/write.ts'

/** What a job carries: whose records, and which. Never what stands in them (docs/people.md#tenants). */
export const JobData = z.strictObject({
  clientId: EntityId,
  ids: z.array(EntityId),
  /** What happened, as a word of the code, and when. */
  event: z.optional(
    z.strictObject({ kind: z.string().check(z.regex(/^[a-z_]{1,40}$/)), at: z.iso.datetime() }),
  ),
})
export type JobData = z.output<typeof JobData>

/** What a job works with: transactions of its client, whose noted changes reach the feed like anybody's. */
export interface JobWork {
  write: <T>(run: (work: Write) => Promise<T>) => Promise<Written<T>>
  now: Date
  log: FastifyBaseLogger
}

/** Work that follows an effect and may fail and be tried again: it must bear being run twice. */
export interface Job {
  /** Names the queue; never changed once jobs of it were stored. */
  name: string
  /** Tries after the first one, with growing pauses; 10 where nothing is said (about two days). */
  retries?: number
  /**
   * Longest that one run may take, in seconds; 15 minutes where nothing is said. After that the queue takes the run for
   * lost and begins another one, also beside a run that still goes on. A run that was given a time of its own counts as
   * lost too once its server gives no sign of it for five minutes.
   */
  maxSeconds?: number
  /** Told once the last try failed or was lost with its server: nothing runs any more. It is tried again like any job. */
  giveUp?: (data: JobData, work: JobWork) => Promise<void>
  run: (data: JobData, work: JobWork) => Promise<void>
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
