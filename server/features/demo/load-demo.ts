import type { Database } from '#server/kernel/database/open-database.ts'
import { CENTRES, PLATFORM } from './centres.ts'
import { insertAiCompany } from './insert-ai.ts'
import { insertBodyParts } from './insert-body-parts.ts'
import { insertBooklets } from './insert-booklets.ts'
import { insertCentre } from './insert-centre.ts'
import { insertLabReports } from './insert-lab-reports.ts'
import { insertPeople } from './insert-people.ts'
import { insertRequestPapers } from './insert-request-papers.ts'
import { insertStudyParts } from './insert-study-parts.ts'
import { insertWork } from './insert-work.ts'
import { drawPictures, type KeepFile } from './pictures.ts'

export { demoSignIns } from './people.ts'

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
