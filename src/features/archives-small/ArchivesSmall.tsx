import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { formatDate } from '#domain/time/formats.ts'
import { isQuickRange } from '#domain/time/quick-ranges.ts'
import { ExportButton } from '#src/parts/study-csv/ExportButton.tsx'
import { StudyTable } from '#src/parts/study-table/StudyTable.tsx'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { type StudyList, useStudyList } from '#src/sync/studies/use-study-list.ts'
import { countText } from '#src/ui/grid/count-text.ts'
import classes from '#src/ui/list/list.module.css'
import { LIST_WORDS } from '#src/ui/list/words.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { changeParams } from '#src/ui/params/change-params.ts'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { ArchiveFilters } from './ArchiveFilters.tsx'
import { archiveInput, readArchiveFilter, TYPED_KEYS } from './archive-filter.ts'
import { ARCHIVE_WORDS as WORDS } from './words.ts'

/** The simple archives list with its CSV file (docs/studies.md#study-lists). */
export default function ArchivesSmall() {
  const range = useSession()?.archive_date_range ?? ''
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const filter = useMemo(
    () => readArchiveFilter(params, isQuickRange(range) ? range : 'Today'),
    [params, range],
  )
  const today = useToday(branchZone())
  const input = useMemo(() => archiveInput(filter, today), [filter, today])
  const list = useStudyList(input)
  const { online } = useLink()
  const { ref, width } = useElementSize<HTMLDivElement>()
  return (
    <div ref={ref} className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={originOf(list, online)}>
        <ExportButton input={input} isOnline={online} fileName={WORDS.fileName} />
      </PageHeader>
      <ArchiveFilters
        filter={filter}
        onChange={(change) => setParams((now) => changeParams(now, change), { replace: true })}
      />
      <div className={classes.rows} aria-busy={list.isLoading}>
        <StudyTable list={list} width={width} />
      </div>
      <Footer list={list} />
    </div>
  )
}

/** Returns a note that the rows come from this device, and the day from which they are complete. */
function originOf({ coveredFrom }: StudyList, isOnline: boolean): string | undefined {
  if (coveredFrom) return WORDS.coveredFrom(formatDate(coveredFrom, branchZone()))
  return isOnline ? undefined : WORDS.fromDevice
}

function Footer({ list: { rows, page } }: { list: StudyList }) {
  if (rows.length === 0) return null
  const all = page.total_records
  return (
    <p role="status" className="tabular">
      {LIST_WORDS.showing('1', countText(rows.length), countText(all))}{' '}
      {all > ALL_PAGE_SIZE && WORDS.capped(countText(ALL_PAGE_SIZE))}
    </p>
  )
}
