import { STUDY_PARTS } from '#contract/records/records.ts'
import type { CacheDatabase } from './cache-database.ts'

/** The tables of the parts of a study besides its reports. */
export const partTables = (cache: CacheDatabase) => STUDY_PARTS.map(({ copies }) => cache[copies.table])

/** The id of the last answer about the visit of a study (cache.answers). */
export const visitNotesId = (studyId: string) => `visit notes ${studyId}`

/** The tables of studies and their parts, for a transaction that deletes studies. */
export const tablesWithStudies = (cache: CacheDatabase) => [
  cache.studies,
  cache.reports,
  cache.answers,
  cache.priors,
  cache.priorMarks,
  ...partTables(cache),
]

/** Deletes the parts of these studies, including their reports, inside the caller's transaction. */
export async function deleteWithStudies(cache: CacheDatabase, studies: readonly string[]): Promise<void> {
  const ids = [...studies]
  await cache.reports.where('study').anyOf(ids).delete()
  await cache.answers.bulkDelete(ids.map(visitNotesId))
  await cache.priors.bulkDelete(ids)
  await cache.priorMarks.bulkDelete(ids)
  for (const table of partTables(cache)) await table.where('study').anyOf(ids).delete()
}
