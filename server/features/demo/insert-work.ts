import type { Tx } from '#server/kernel/context.ts'
import { pacsIdOf } from './centre/insert-centre.ts'
import type { DemoCentre } from './centres.ts'
import { insertClinical } from './desk/insert-clinical.ts'
import { insertRequests } from './desk/insert-requests.ts'
import { insertVisits } from './desk/insert-visits.ts'
import { numberInvoices } from './desk/number-invoices.ts'
import { insertHistory } from './history/insert-history.ts'
import { insertRows } from './insert-rows.ts'
import { randomFrom } from './random.ts'
import { deliveriesOf } from './reading/deliveries.ts'
import { insertAddenda } from './reading/insert-addenda.ts'
import { insertAi } from './reading/insert-ai.ts'
import { reportOf, versionsOf } from './reading/reports.ts'
import { studyInventor } from './reading/studies.ts'

/** Rows per statement; far below PostgreSQL's limit of 65,535 parameters. */
const CHUNK = 200
const DAYS = 30

/** Inserts the studies of a centre with their reports and versions, after a year of history if requested. */
export async function insertWork(
  tx: Tx,
  centre: DemoCentre,
  now: Date,
  { withHistory }: { withHistory: boolean },
): Promise<void> {
  const before = withHistory ? await insertHistory(tx, centre, now) : new Map()
  const random = randomFrom(`work of ${centre.key}`)
  const invent = studyInventor(random, { centre, pacsId: pacsIdOf(centre), now, days: DAYS })
  const studies = Array.from({ length: centre.studies }, (_, index) => invent(index + 1))
  for (let at = 0; at < studies.length; at += CHUNK) {
    const some = studies.slice(at, at + CHUNK)
    await tx
      .insertInto('study')
      .values(some.map((study) => study.row))
      .execute()
    const reports = some.flatMap(reportOf)
    if (reports.length > 0) await tx.insertInto('report').values(reports).execute()
    const versions = some.flatMap(versionsOf)
    if (versions.length > 0) await tx.insertInto('report_version').values(versions).execute()
  }
  await insertAddenda(tx, studies, now)
  await insertRows(tx, 'share_link', deliveriesOf(centre, studies, now))
  await insertVisits(tx, centre, { studies, before }, now)
  await numberInvoices(tx, centre)
  await insertClinical(tx, centre, now)
  await insertAi(tx, centre, studies, now)
  await insertRequests(tx, centre, now)
}
