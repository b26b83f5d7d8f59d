import { useMemo } from 'react'
import { canOpen } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { READING_KINDS, readingFilters } from '#domain/home/reading.ts'
import type { Todo, TodoKind } from '#domain/home/todo.ts'
import { type StudyFilter, studyFilterTest } from '#domain/study/lists/filter-studies.ts'
import { listableTest } from '#domain/study/lists/listable-studies.ts'
import { useOpenCriticals } from '#src/sync/home/use-open-criticals.ts'
import { useUnsignedStudies } from '#src/sync/home/use-unsigned-studies.ts'
import { useQueue } from '#src/sync/outbox/look/use-queue.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useCoverage } from '#src/sync/studies/coverage.ts'
import { useListCounts } from '#src/sync/studies/use-list-counts.ts'
import { viewerOf } from '#src/sync/studies/viewer.ts'

/** The person and the state of this device, from which the open tasks are determined. */
export interface TodoContext {
  session: SessionFields
  isOnline: boolean
  /** The current minute in milliseconds, used to decide what is late. */
  now: number
}

/** Returns the open tasks of readers: lists of the doctor worklist, and unreported critical results. */
export function useReadingTodo({ session, isOnline, now }: TodoContext) {
  const viewer = useMemo(() => viewerOf(session), [session])
  const isReader = viewer.isDoctor && canOpen(session, '/worklist1')
  const filters = useMemo(
    () =>
      readingFilters({
        userId: viewer.userId,
        isDoctor: isReader,
        seesAll: viewer.isClientAdmin || viewer.permissions.includes('view_all_dr_worklist'),
      }),
    [viewer, isReader],
  )
  const studies = useUnsignedStudies(isReader)
  const criticals = useOpenCriticals(isReader ? viewer.userId : undefined)
  const { waiting, sending } = useQueue()
  const coverage = useCoverage()
  const asked = useListCounts(listsOf(filters), {
    // The server does not yet count work that is waiting on this device.
    isWanted: isReader && isOnline && waiting + sending === 0,
    news: coverage?.cursor ?? '',
  })
  const own = useMemo(() => {
    if (!studies) return undefined
    const isListable = listableTest(viewer, 'worklist')
    const listed = isListable ? studies.filter(isListable) : []
    const count = (filter: StudyFilter) =>
      listed.filter(studyFilterTest(filter, branchZone(), new Date(now))).length
    return Object.fromEntries(Object.entries(filters).map(([kind, filter]) => [kind, count(filter)]))
  }, [studies, filters, viewer, now])

  const found: Partial<Record<TodoKind, Todo>> = {}
  for (const kind of READING_KINDS) {
    const filter = filters[kind]
    const count = asked?.[kind] ?? own?.[kind]
    if (filter && count !== undefined) found[kind] = { count, to: addressOf(filter) }
  }
  if (criticals && criticals.length > 0)
    found.criticals = { count: criticals.length, to: '/dashboard?todo=criticals' }
  return { found, criticals: criticals ?? [], isKnown: !isReader || own !== undefined }
}

function listsOf(filters: ReturnType<typeof readingFilters>) {
  const lists = Object.entries(filters).map(([kind, filter]) => [
    kind,
    { assigned_type: 'Any', ...filter, flag: 'worklist' } as const,
  ])
  return Object.fromEntries(lists) as Partial<
    Record<(typeof READING_KINDS)[number], Parameters<typeof useListCounts>[0][string] & object>
  >
}

/** Returns the address of the doctor worklist with all dates; the most urgent studies come first there. */
function addressOf({ assigned_type: type, ...filter }: StudyFilter): string {
  const params = new URLSearchParams({ sort: 'time_left', ...filter })
  if (type !== undefined && type !== 'Any') params.set('assigned_type', type)
  return `/worklist1?${params}`
}
