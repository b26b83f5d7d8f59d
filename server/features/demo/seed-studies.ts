import type { Tx } from '#server/kernel/context.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import { pacsIdOf } from './centre/insert-centre.ts'
import type { DemoCentre } from './centres.ts'
import { insertRows } from './insert-rows.ts'
import { randomFrom } from './random.ts'
import { reportOf, versionsOf } from './reading/reports.ts'
import { type DemoStudy, studyInventor } from './reading/studies.ts'

/** Studies per transaction. */
const CHUNK = 2_000
const DEFAULT_DAYS = 3 * 365
/** Reports are written only for the period that devices hold; older studies appear only in lists. */
const REPORT_DAYS = 60

export interface Seeding {
  centre: DemoCentre
  /** Number of studies to add. */
  count: number
  now: Date
  /** Number of days up to now over which they are spread; three years if absent. */
  days?: number
  /** Called after each chunk with the number inserted so far. */
  report: (done: number) => void
}

/** Adds many studies to a demo centre, for performance tests. Each run adds different ones. */
export async function seedStudies(
  database: Database,
  { centre, count, now, days = DEFAULT_DAYS, report }: Seeding,
): Promise<void> {
  const before = await database.tenant(centre.id, (tx) => countStudies(tx, centre))
  const random = randomFrom(`seed of ${centre.key} from ${before}`)
  const invent = studyInventor(random, { centre, pacsId: pacsIdOf(centre), now, days })
  for (let done = 0; done < count; ) {
    const size = Math.min(CHUNK, count - done)
    const studies = Array.from({ length: size }, (_, index) => invent(before + done + index + 1))
    await database.tenant(centre.id, (tx) => insertStudies(tx, studies, now))
    done += size
    report(done)
  }
}

async function countStudies(tx: Tx, centre: DemoCentre): Promise<number> {
  const { n } = await tx
    .selectFrom('study')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('client_id', '=', centre.id)
    .executeTakeFirstOrThrow()
  return n
}

async function insertStudies(tx: Tx, studies: readonly DemoStudy[], now: Date): Promise<void> {
  const withText = studies.filter(
    ({ timeline }) => now.getTime() - timeline.receivedAt.getTime() < REPORT_DAYS * 86_400_000,
  )
  await insertRows(
    tx,
    'study',
    studies.map((study) => study.row),
  )
  await insertRows(tx, 'report', withText.flatMap(reportOf))
  await insertRows(tx, 'report_version', withText.flatMap(versionsOf))
}
