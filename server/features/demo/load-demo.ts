import type { Database } from '#server/kernel/database/open-database.ts'
import { insertBodyParts } from './centre/insert-body-parts.ts'
import { insertCentre } from './centre/insert-centre.ts'
import { insertPeople } from './centre/insert-people.ts'
import { CENTRES, PLATFORM } from './centres.ts'
import { insertWork } from './insert-work.ts'
import { insertLabReports } from './papers/insert-lab-reports.ts'
import { insertRequestPapers } from './papers/insert-request-papers.ts'
import { drawPictures, type KeepFile } from './papers/pictures.ts'
import { insertAiCompany } from './reading/insert-ai.ts'
import { insertBooklets } from './reading/insert-booklets.ts'
import { insertStudyParts } from './reading/insert-study-parts.ts'

export { demoSignIns } from './centre/people.ts'

/**
 * Fills an empty database with the demo: two centres with people, a month of studies up to `now`, reports, templates,
 * tags and letterheads. Every load gives the same data except for the times. `keepFile` stores the pictures; without
 * it there are none. `withHistory` adds the year before that month, for lists and charts of sales.
 */
export async function loadDemo(
  database: Database,
  now: Date,
  keepFile?: KeepFile,
  { withHistory = false }: { withHistory?: boolean } = {},
): Promise<void> {
  const hasPictures = keepFile !== undefined
  await insertAiCompany(database)
  await insertBodyParts(database, keepFile)
  for (const centre of [PLATFORM, ...CENTRES]) {
    await insertCentre(database, centre, hasPictures)
    await insertPeople(database, centre, now, hasPictures)
    if (keepFile) await drawPictures(centre, keepFile)
    await database.tenant(centre.id, (tx) => insertWork(tx, centre, now, { withHistory }))
    await insertStudyParts(database, centre, now, keepFile)
    await insertLabReports(database, centre, now, keepFile)
    if (keepFile) await insertRequestPapers(database, centre, now, keepFile)
    if (keepFile) await insertBooklets(database, centre, now, keepFile)
  }
}
