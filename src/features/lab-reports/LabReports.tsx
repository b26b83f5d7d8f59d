import { Alert } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { formatDateTime } from '#domain/time/formats.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useLabReports } from '#src/sync/studies/use-lab-reports.ts'
import classes from '#src/ui/list/list.module.css'
import { Pager } from '#src/ui/list/Pager.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { changeListParams } from '#src/ui/params/change-params.ts'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'
import { LabFilters } from './LabFilters.tsx'
import { LabRows } from './LabRows.tsx'
import { LAB_PAGE_SIZES, type LabChange, labInput, readLabFilter, TYPED_KEYS } from './lab-filter.ts'
import { LAB_WORDS as WORDS } from './words.ts'

/** Visits with laboratory results, with links to the results (docs/studies.md#study-lists). */
export default function LabReports() {
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const filter = useMemo(() => readLabFilter(params), [params])
  const { online } = useLink()
  const { answer, at, error, refresh } = useLabReports(labInput(filter), online)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const rows = answer?.result.data
  const change = (asked: LabChange) =>
    setParams((now) => changeListParams(now, asked), { replace: asked.p === undefined })
  return (
    <div ref={ref} className={classes.screen}>
      <PageHeader
        title={WORDS.title}
        subtitle={!online && rows && at ? WORDS.keptAt(formatDateTime(at, branchZone())) : undefined}
      />
      <LabFilters filter={filter} onChange={change} />
      {error && online && (
        <ErrorNote
          title={WORDS.failed}
          message={error.message}
          kept={rows ? WORDS.kept : undefined}
          onRetry={refresh}
        />
      )}
      {!online && !rows && <Alert color="orange">{WORDS.offline}</Alert>}
      <div className={classes.rows}>
        {rows && rows.length > 0 && (
          <LabRows rows={rows} page={answer.result.page} width={width} isOnline={online} />
        )}
        {rows?.length === 0 && <EmptyState title={WORDS.empty} hint={WORDS.emptyHint} />}
        {!rows && online && !error && <SkeletonRows rows={10} />}
      </div>
      {answer && (
        <Pager
          page={answer.result.page}
          pageSize={filter.pageSize}
          pageSizes={LAB_PAGE_SIZES}
          onPage={(p) => change({ p: String(p) })}
          onPageSize={(ps) => change({ ps: String(ps) })}
        />
      )}
    </div>
  )
}
