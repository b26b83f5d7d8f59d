import { Card, Group, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { MY_PATIENTS_PAGE_SIZE, patientCalls, type ReferredStudy } from '#contract/calls/patients.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { type DayRange, daysOfQuickRange } from '#domain/time/quick-ranges.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Pager } from '#src/ui/list/Pager.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import { DateRange } from './DateRange.tsx'
import classes from './my-patients.module.css'
import { RowButtons } from './RowButtons.tsx'
import { type MyPatientsPage, useMyPatients } from './use-my-patients.ts'
import { MY_PATIENTS_WORDS as WORDS } from './words.ts'

const FiledReportDialog = lazyPart(() =>
  import('#src/parts/filed-report/FiledReportDialog.tsx').then((part) => ({
    default: part.FiledReportDialog,
  })),
)

/** Below this width of the screen's column, the rows are shown as cards. */
const CARDS_BELOW = 620

/** The examinations of a referrer's own patients, today's first (docs/people.md#my-patients). */
export function MyPatients() {
  const today = useToday(branchZone())
  const [chosen, setChosen] = useState<DayRange>()
  const range = useMemo(() => chosen ?? daysOfQuickRange('Today', today), [chosen, today])
  const [page, setPage] = useState(1)
  const list = useMyPatients(range, page)
  const [read, setRead] = useState<ReferredStudy>()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const isNarrow = width > 0 && width < CARDS_BELOW
  return (
    <div ref={ref} className={classes.screen}>
      <PageHeader
        title={WORDS.title}
        subtitle={list.keptAt && WORDS.kept(formatDateTime(list.keptAt, branchZone()))}
      />
      <DateRange
        range={range}
        today={today}
        isNarrow={isNarrow}
        onChange={(next) => {
          setChosen(next)
          setPage(1)
        }}
        onRefresh={list.refresh}
      />
      {list.error && <ErrorNote title={WORDS.failed} message={list.error.message} onRetry={list.refresh} />}
      <Rows list={list} isNarrow={isNarrow} onReport={setRead} />
      {list.page && <Pager page={list.page} pageSize={MY_PATIENTS_PAGE_SIZE} onPage={setPage} />}
      {read?.study_id && (
        <FiledReportDialog
          opened
          onClose={() => setRead(undefined)}
          load={async () => {
            const study_id = read.study_id ?? ''
            return (await callApi(patientCalls.filedReport, { study_id })).result
          }}
        />
      )}
    </div>
  )
}

interface RowsProps {
  list: MyPatientsPage
  isNarrow: boolean
  onReport: (row: ReferredStudy) => void
}

function Rows({ list, isNarrow, onReport }: RowsProps) {
  const columns = useMemo(() => columnsOf(onReport), [onReport])
  if (!list.rows) return list.error ? null : <SkeletonRows />
  if (list.rows.length === 0) return <EmptyState title={WORDS.none} hint={WORDS.noneHint} />
  if (isNarrow)
    return (
      <CardList
        label={WORDS.list}
        rows={list.rows}
        rowId={rowId}
        renderCard={(row) => <PatientCard row={row} onReport={onReport} />}
      />
    )
  return (
    <DataGrid
      label={WORDS.list}
      rows={list.rows}
      columns={columns}
      rowId={rowId}
      start={list.page?.start ?? 0}
      total={list.page?.total_records ?? list.rows.length}
      isOpenable={false}
      onOpen={nothingToOpen}
    />
  )
}

const rowId = (row: ReferredStudy) => row.id
const nothingToOpen = () => undefined
const when = (row: ReferredStudy) => formatDateTime(new Date(row.start_dt), branchZone(row.branch_id))

function columnsOf(onReport: RowsProps['onReport']): readonly GridColumn<ReferredStudy>[] {
  const { columns: NAMES } = WORDS
  return [
    { id: 'date', header: NAMES.date, width: '170px', cell: when },
    {
      id: 'patient',
      header: NAMES.patient,
      width: 'minmax(150px, 1.2fr)',
      cell: (row) => `${row.pat_name} · ${row.pat_id}`,
    },
    { id: 'service', header: NAMES.service, width: 'minmax(150px, 1.4fr)', cell: (row) => row.service },
    {
      id: 'status',
      header: NAMES.status,
      width: '130px',
      cell: (row) => <StatusBadge status={row.status} />,
    },
    {
      id: 'actions',
      header: NAMES.actions,
      width: '230px',
      cell: (row) => <RowButtons row={row} onReport={onReport} />,
    },
  ]
}

function PatientCard({ row, onReport }: { row: ReferredStudy; onReport: RowsProps['onReport'] }) {
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{row.pat_name}</Text>
          <Text size="sm" c="dimmed">
            {`${row.pat_id} · ${when(row)}`}
          </Text>
        </div>
        <StatusBadge status={row.status} />
      </Group>
      <Text my="xs">{row.service}</Text>
      <RowButtons row={row} onReport={onReport} />
    </Card>
  )
}
