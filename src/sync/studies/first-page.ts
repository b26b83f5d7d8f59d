import type { StudyRow } from '#contract/calls/studies.ts'
import { studyFilterTest } from '#domain/study/lists/filter-studies.ts'
import { listableTest } from '#domain/study/lists/listable-studies.ts'
import { compareStudies } from '#domain/study/lists/sort-studies.ts'
import type { StudyCopy } from '#src/db/cache-database.ts'
import { type ListedStudy, showStudy } from '#src/db/listed-study.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { openWaiting, readWaiting, type WaitingChanges } from '#src/db/waiting-changes.ts'
import { inReadingOrder } from '#src/workers/next-study.ts'
import { placeOf, type WindowQuestion } from '#src/workers/worklist-window.ts'

/** Copies are opened in chunks, up to a maximum: a list that is not full by then waits for the worker. */
const CHUNK = 100
const OPENED_MAX = 1_000

/**
 * Finds the first rows of a list through the index on arrival time, while the worker is still loading. Rows are
 * correct; with a narrow filter there may be more than are found here, and in any other order than by arrival they are
 * the first of the newest studies only.
 */
export async function findFirstRows(databases: Databases, question: WindowQuestion): Promise<ListedStudy[]> {
  const { input, viewer, zone, now = Date.now() } = question
  const isListable = listableTest(viewer, input.flag)
  if (!isListable) return []
  const matches = studyFilterTest(input, zone, new Date(now))
  const waiting = await openWaiting(databases, await readWaiting(databases.work, 'study'))
  const { sort = 'received' } = input
  const wanted = input.p * input.ps
  const enough = sort === 'received' ? wanted : OPENED_MAX
  const isShown = (row: ListedStudy) => isListable(row) && matches(row)
  const opened: ListedStudy[] = []
  for (let found = 0; opened.length < OPENED_MAX && found < enough; ) {
    const rows: StudyCopy[] = await databases.cache.studies
      .orderBy('received')
      .reverse()
      .offset(opened.length)
      .limit(CHUNK)
      .toArray()
    const shown = (await databases.studies.openAll(rows)).map(({ body }) => showWith(waiting, body))
    opened.push(...shown)
    found += shown.filter(isShown).length
    if (rows.length < CHUNK) break
  }
  return inOrder(opened, question)
    .filter(isShown)
    .slice((input.p - 1) * input.ps, wanted)
}

function inOrder(newestFirst: ListedStudy[], question: WindowQuestion): ListedStudy[] {
  const { sort = 'received' } = question.input
  if (sort === 'received') return newestFirst
  if (sort === 'reading') return inReadingOrder(newestFirst, question)
  const compare = compareStudies(sort)
  return newestFirst.toSorted((a, b) => compare(placeOf(a), placeOf(b)))
}

/** Applies the waiting changes to a row, whatever its source. */
export const showWith = (waiting: WaitingChanges, row: StudyRow): ListedStudy =>
  showStudy(row, waiting.get(row.id))
