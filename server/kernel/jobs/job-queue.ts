import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { PgBoss, type WorkHandler } from 'pg-boss'
import type { Tx } from '../context.ts'
import { APP_ROLE } from '../database/pool.ts'
import type { Job, JobData } from './job.ts'

const STOP_TIMEOUT_MS = 5_000

/** The stored jobs. They are added in the transaction of their cause, so neither exists without the other. */
export interface JobQueue {
  /** Adds a job in `tx`: it exists exactly if the transaction commits. */
  add: (tx: Tx, job: Pick<Job, 'name'>, data: JobData) => Promise<void>
  /** Fetches this queue's jobs now, in this process; call it after the transaction that added one. */
  wake: (name: string) => void
  /** Processes the queue `name` with `run`, looking for jobs every `seconds` and whenever it is woken. */
  work: (name: string, seconds: number, run: WorkHandler<unknown>) => Promise<void>
  boss: PgBoss
  state: () => 'running' | 'stopped'
  stop: () => Promise<void>
}

/**
 * Opens the job queue in the schema `pgboss`, which it creates and upgrades itself with the application's rights. The
 * process that added a job fetches it at once, other processes find it by polling: NOTIFY inside a transaction would
 * serialize all commits (docs/decisions/292).
 */
export async function openJobQueue(pool: pg.Pool, onError: (error: unknown) => void): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: pool.options.connectionString ?? '',
    options: `-c role=${APP_ROLE} -c timezone=UTC`,
    application_name: 'readroom jobs',
    schema: 'pgboss',
    createSchema: false,
    max: 2,
  })
  // It reports lost connections here and keeps polling; without a listener the process would end.
  boss.on('error', onError)
  await boss.start()
  let isRunning = true
  boss.on('stopped', () => {
    isRunning = false
  })
  const workers = new Map<string, string>()
  return {
    boss,
    wake: (name) => {
      const worker = workers.get(name)
      if (worker !== undefined && isRunning) boss.notifyWorker(worker)
    },
    work: async (name, seconds, run) => {
      workers.set(name, await boss.work(name, { pollingIntervalSeconds: seconds }, run))
    },
    state: () => (isRunning ? 'running' : 'stopped'),
    add: async (tx, { name }, data) => {
      const executeSql = async (text: string, values: unknown[] = []) => {
        const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
        return { rows }
      }
      await boss.send(name, data, { db: { executeSql } })
    },
    stop: async () => {
      if (!isRunning) return
      isRunning = false
      await boss.stop({ graceful: true, close: true, timeout: STOP_TIMEOUT_MS })
    },
  }
}
