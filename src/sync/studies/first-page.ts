import type { StudyListInput, StudyRow } from '#contract/calls/studies.ts'
import { studyFilterTest } from '#domain/study/filter-studies.ts'
import { listableTest, type StudyViewer } from '#domain/study/listable-studies.ts'
import { compareStudies } from '#domain/study/sort-studies.ts'
import type { StudyCopy } from '#src/db/cache-database.ts'
import { type ListedStudy, showStudy } from '#src/db/listed-study.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { openWaiting, readWaiting, type WaitingChanges } from '#src/db/waiting-changes.ts'
import { placeOf } from '#src/workers/worklist-window.ts'

/** Copies are opened this many at a time, and at most so many: a list that is not filled by then waits for the worker. */
const CHUNK = 100
const OPENED_MAX = 1_000

/**
 * The first rows of a list by the index on the time of arrival, while the worker still loads. Rows are right; where the
 * filter is narrow there may be more of them than are found here, and in another order than that of arrival they are
 * the first ones of the newest studies only.
 */
export async function findFirstRows(
  databases: Databases,
  input: StudyListInput,
  viewer: StudyViewer,
  zone: string,
  now = new Date(),
): Promise<ListedStudy[]> {
  const isListable = listableTest(viewer, input.flag)
  if (!isListable) return []
  const matches = studyFilterTest(input, zone, now)
  const waiting = await openWaiting(databases, await readWaiting(databases.work, 'study'))
  const { sort = 'received' } = input
  const wanted = input.p * input.ps
  const enough = sort === 'received' ? wanted : OPENED_MAX
  const found: ListedStudy[] = []
  for (let offset = 0; offset < OPENED_MAX && found.length < enough; offset += CHUNK) {
    const rows: StudyCopy[] = await databases.cache.studies
      .orderBy('received')
      .reverse()
      .offset(offset)
      .limit(CHUNK)
      .toArray()
    const shown = (await databases.studies.openAll(rows)).map(({ body }) => showWith(waiting, body))
    found.push(...shown.filter((row) => isListable(row) && matches(row)))
    if (rows.length < CHUNK) break
  }
  const compare = compareStudies(sort)
  const sorted = sort === 'received' ? found : found.sort((a, b) => compare(placeOf(a), placeOf(b)))
  return sorted.slice((input.p - 1) * input.ps, wanted)
}

/** A row with the changes that wait upon it, whoever gave the row. */
export const showWith = (waiting: WaitingChanges, row: StudyRow): ListedStudy =>
  showStudy(row, waiting.get(row.id))
