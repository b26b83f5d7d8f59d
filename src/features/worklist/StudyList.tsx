import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import type { StudyListFlag, StudyListInput } from '#contract/calls/studies.ts'
import { STUDY_PAGE_SIZE, STUDY_PAGE_SIZES } from '#contract/kernel/paging.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { formatDate } from '#domain/time/formats.ts'
import { isQuickRange, type QuickRange } from '#domain/time/quick-ranges.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { useStudyList } from '#src/sync/studies/use-study-list.ts'
import { usePolledWriters } from '#src/sync/studies/writers.ts'
import { useLeftRow } from '#src/ui/grid/left-row.ts'
import { Pager } from '#src/ui/list/Pager.tsx'
import { usePageSize } from '#src/ui/list/use-page-size.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { FilterBar } from './filter/FilterBar.tsx'
import {
  type FilterChange,
  type ListFilter,
  listInputOf,
  ROW_KEYS,
  type RowKey,
  sortsFor,
} from './filter/list-filter.ts'
import { SavedFilters } from './filter/SavedFilters.tsx'
import { useChoices } from './filter/use-choices.ts'
import { useListFilter } from './filter/use-list-filter.ts'
import { ImageServerNote } from './ImageServerNote.tsx'
import { OtherLists } from './OtherLists.tsx'
import { StudyRows } from './rows/StudyRows.tsx'
import { useLeftPage } from './rows/use-left-page.ts'
import { useSteadyList } from './rows/use-steady-list.ts'
import { StudyPills } from './StudyPills.tsx'
import { WORKLIST_WORDS as WORDS } from './words.ts'
import classes from './worklist.module.css'

/** Below this width of the screen's column, the rows are shown as cards. */
const CARDS_BELOW = 620

export interface StudyListProps {
  flag: StudyListFlag
}

/** Archives, Dr. Worklist and Patient Portal: one list in three modes (docs/studies.md#study-lists). */
export default function StudyList({ flag }: StudyListProps) {
  const session = useSession()
  return session ? <SignedInStudyList key={flag} flag={flag} session={session} /> : null
}

function SignedInStudyList({ flag, session }: StudyListProps & { session: SessionFields }) {
  const defaultRange = defaultRangeOf(flag, session)
  const sorts = useMemo(() => sortsFor(flag, session), [flag, session])
  const { filter, turnTo, ...asked } = useListFilter(flag, defaultRange, sorts)
  const [pageSize, setPageSize] = usePageSize('readroom-page-size', STUDY_PAGE_SIZES, STUDY_PAGE_SIZE)
  const input = useListInput(filter, flag, pageSize)
  const list = useSteadyList(useStudyList(input))
  const left = useLeftRow()
  const stopSearch = useLeftPage({ left, list, input, turnTo })
  const change = useStableCallback((one: FilterChange) => {
    stopSearch()
    asked.change(one)
  })
  const clear = useStableCallback(() => {
    stopSearch()
    asked.clear()
  })
  const choices = useChoices()
  const { online } = useLink()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const isNarrow = width > 0 && width < CARDS_BELOW
  usePolledWriters(online, session.user_id)
  const context = useMemo(() => ({ session, flag, isOnline: online }), [session, flag, online])

  return (
    <div ref={ref} className={classes.screen}>
      <PageHeader
        title={WORDS.titles[flag]}
        subtitle={<Origin isOnline={online} coveredFrom={list.coveredFrom} />}
      >
        {flag === 'archives' && (
          <OtherLists session={session} isOnline={online} news={String(list.page.total_records)} />
        )}
      </PageHeader>
      {flag !== 'portal' && <ImageServerNote isOnline={online} />}
      <SavedFilters flag={flag} filter={filter} isOnline={online} onChange={change} />
      <FilterBar
        filter={filter}
        choices={choices}
        sorts={sorts}
        isNarrow={isNarrow}
        rowKeys={rowKeysFor(width)}
        isLoading={list.isLoading}
        onChange={change}
        onRefresh={list.refresh}
      />
      <StudyPills fields={filter.fields} choices={choices} onChange={change} onClear={clear} />
      <StudyRows
        list={list}
        filter={filter}
        context={context}
        isNarrow={isNarrow}
        left={left}
        onChange={change}
        onClear={clear}
      />
      <Pager
        page={list.page}
        pageSize={pageSize}
        pageSizes={STUDY_PAGE_SIZES}
        onPage={(page) => change({ page })}
        onPageSize={(size) => {
          setPageSize(size)
          change({ page: 1 })
        }}
      />
    </div>
  )
}

/** Returns the filters that fit in the row, next to keyword, quick ranges and buttons. */
function rowKeysFor(width: number): readonly RowKey[] {
  if (width >= 1380) return ROW_KEYS
  if (width >= 1180) return ROW_KEYS.slice(0, 1)
  return []
}

/**
 * Returns the initial range: all dates for the worklist, so that no old unsigned study is missed; for the
 * others the user's setting.
 */
function defaultRangeOf(flag: StudyListFlag, session: SessionFields): QuickRange {
  if (flag === 'worklist') return 'Any'
  return flag === 'archives' && isQuickRange(session.archive_date_range)
    ? session.archive_date_range
    : 'Today'
}

/** Returns the call's input; a new object only if the filter, the page size or the day has changed. */
function useListInput(filter: ListFilter, flag: StudyListFlag, pageSize: number): StudyListInput {
  const today = useToday(branchZone())
  return useMemo(() => listInputOf(filter, { flag, pageSize, today }), [filter, flag, pageSize, today])
}

/**
 * Says that the rows come from this device, and from when they are complete; renders nothing when online and
 * complete.
 */
function Origin({ isOnline, coveredFrom }: { isOnline: boolean; coveredFrom: Date | undefined }) {
  if (coveredFrom) return WORDS.coveredFrom(formatDate(coveredFrom, branchZone()))
  return isOnline ? null : WORDS.fromDevice
}
