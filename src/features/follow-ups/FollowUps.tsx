import { Alert, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type FollowUpRow, followUpCalls } from '#contract/calls/follow-ups.ts'
import { canOpen } from '#domain/access/screens.ts'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import { callApi } from '#src/sync/api/call-api.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import classes from '#src/ui/list/list.module.css'
import { Pager } from '#src/ui/list/Pager.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { changeListParams } from '#src/ui/params/change-params.ts'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'
import { ActDialog } from './ActDialog.tsx'
import { FollowUpFilters } from './FollowUpFilters.tsx'
import { FollowUpMenu } from './FollowUpMenu.tsx'
import { FollowUpRows } from './FollowUpRows.tsx'
import { FOLLOW_UP_CSV } from './follow-up-csv.ts'
import {
  type FilterChange,
  FOLLOW_UP_PAGE_SIZES,
  type FollowUpFields,
  readFollowUpFilter,
  TYPED_KEYS,
} from './follow-up-filter.ts'
import { FOLLOW_UPS_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))

/** Due, overdue and later follow-ups of a branch (docs/reports.md#follow-ups). */
export default function FollowUps() {
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const { page, pageSize, fields } = useMemo(() => readFollowUpFilter(params), [params])
  const { online } = useLink()
  const session = useSession()
  const navigate = useNavigate()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [visitId, setVisitId] = useState<string>()
  const [acted, setActed] = useState<FollowUpRow>()
  const { answer, error, refresh } = useKeptCall(
    followUpCalls.followUps,
    { ...fields, p: page, ps: pageSize },
    { isWanted: online, news: '', keptAs: undefined },
  )
  const list = answer?.result
  const change = (asked: FilterChange) =>
    setParams((now) => changeListParams(now, asked), { replace: asked.p === undefined })
  const opensStudies = canOpen(session, '/study/any')
  const menu = useCallback(
    (row: FollowUpRow) => <FollowUpMenu key={row.id} row={row} onVisit={setVisitId} onAct={setActed} />,
    [],
  )
  return (
    <div ref={ref} className={classes.screen}>
      <PageHeader title={WORDS.title}>
        <CsvButton
          fileName={WORDS.fileName}
          table={() => fileOf(fields)}
          reason={online ? undefined : WORDS.needsNetwork}
        />
      </PageHeader>
      <Text c="dimmed" size="sm" mb="xs">
        {WORDS.hint}
      </Text>
      <FollowUpFilters fields={fields} counts={list?.counts} onChange={change} />
      {error && online && (
        <ErrorNote
          title={WORDS.failed}
          message={error.message}
          kept={list ? WORDS.kept : undefined}
          onRetry={refresh}
        />
      )}
      {!online && (
        <Alert color="orange" mb="xs">
          {WORDS.offline}
        </Alert>
      )}
      <div className={classes.rows}>
        {list && list.data.length > 0 && (
          <FollowUpRows
            rows={list.data}
            page={list.page}
            width={width}
            isOpenable={opensStudies}
            onOpen={({ study_id }) => void navigate(`/study/${study_id}`)}
            menu={menu}
          />
        )}
        {list?.data.length === 0 && <EmptyState title={WORDS.empty} hint={WORDS.emptyHint} />}
        {!list && online && !error && <SkeletonRows rows={10} />}
      </div>
      {list && (
        <Pager
          page={list.page}
          pageSize={pageSize}
          pageSizes={FOLLOW_UP_PAGE_SIZES}
          onPage={(p) => change({ p: String(p) })}
          onPageSize={(ps) => change({ ps: String(ps) })}
        />
      )}
      {acted && (
        <ActDialog
          row={acted}
          onDone={() => {
            setActed(undefined)
            refresh()
          }}
          onStale={refresh}
          onClose={() => setActed(undefined)}
        />
      )}
      {visitId !== undefined && <VisitPanel visitId={visitId} onClose={() => setVisitId(undefined)} />}
    </div>
  )
}

const fileOf = (fields: FollowUpFields) => ({
  shape: FOLLOW_UP_CSV,
  idOf: ({ id }: FollowUpRow) => id,
  async *pages(signal: AbortSignal) {
    const { result } = await callApi(followUpCalls.allFollowUps, fields, { signal })
    yield { rows: result, matching: result.length }
  },
})
