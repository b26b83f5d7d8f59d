import type { FastifyInstance } from 'fastify'
import { loggedError } from '../http/log.ts'
import { write } from '../sync/feed/write.ts'
import { type DailyJob, type Job, JobData } from './job.ts'

/** How often a queue is polled for jobs added by other processes and for due retries. */
const POLL_SECONDS = 2
const DAILY_POLL_SECONDS = 60
const RETRIES = 10
const RETRY_SECONDS = 10
const RETRY_MAX_SECONDS = 6 * 3600
const RUN_MAX_SECONDS = 15 * 60
/** The server of a long run sends heartbeats; after this long without one the run is lost. */
const HEARTBEAT_SECONDS = 5 * 60

/** Creates the queues of these jobs and processes them until the server stops; running jobs finish first. */
export async function startJobs(
  app: FastifyInstance,
  jobs: readonly Job[],
  daily: readonly DailyJob[],
): Promise<void> {
  for (const job of jobs) await startJob(app, job)
  for (const job of daily) await startDaily(app, job)
  app.addHook('onClose', () => app.kernel.jobs.stop())
}

async function startJob(app: FastifyInstance, job: Job): Promise<void> {
  const { kernel, log } = app
  const { jobs } = kernel
  const { boss } = jobs
  const options = {
    retryLimit: job.retries ?? RETRIES,
    retryDelay: RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: RETRY_MAX_SECONDS,
    expireInSeconds: job.maxSeconds ?? RUN_MAX_SECONDS,
    ...(job.maxSeconds !== undefined && { heartbeatSeconds: HEARTBEAT_SECONDS }),
    ...(job.giveUp && { deadLetter: await startGivingUp(app, job.name, job.giveUp) }),
  }
  await boss.createQueue(job.name, options)
  await boss.updateQueue(job.name, options)
  await jobs.work(job.name, POLL_SECONDS, async (stored) => {
    for (const { data } of stored)
      await guarded(app, job.name, async () => {
        const parsed = JobData.parse(data)
        await job.run(parsed, { write: (run) => write(kernel, parsed.clientId, run), now: kernel.now(), log })
      })
  })
}

/** Creates a separate queue for jobs that are out of tries; returns its name. */
async function startGivingUp(app: FastifyInstance, name: string, giveUp: Job['run']): Promise<string> {
  const givenUp = `${name}/given-up`
  await startJob(app, { name: givenUp, run: giveUp })
  return givenUp
}

async function startDaily(app: FastifyInstance, job: DailyJob): Promise<void> {
  const { jobs } = app.kernel
  const { boss } = jobs
  await boss.createQueue(job.name, { policy: 'exclusive', retryLimit: 2 })
  await boss.schedule(job.name, job.cron, null, { tz: 'UTC', missed: 'once' })
  await jobs.work(job.name, DAILY_POLL_SECONDS, () =>
    guarded(app, job.name, () => job.run(app.kernel, app.log)),
  )
}

// The queue stores the error of a failed job, which must not contain a record's text.
async function guarded(app: FastifyInstance, name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const logged = loggedError(error)
    app.log.error({ job: name, err: logged }, 'a job failed')
    const told = new Error(`${logged.type} ${logged.code ?? ''}`.trim())
    delete told.stack
    throw told
  }
}
