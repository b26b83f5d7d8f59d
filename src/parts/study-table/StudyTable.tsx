import { Card, Text } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { hasPreview } from '#domain/report/filed.ts'
import { type CsvOptions, csvHead, csvRow } from '#domain/study/study-csv.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { StudyList, StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import { useLeftRow } from '#src/ui/grid/left-row.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { studyTableColumns } from './columns.tsx'
import classes from './study-table.module.css'
import { STUDY_TABLE_WORDS as WORDS } from './words.ts'

const ReportPreview = lazyPart(() =>
  import('#src/parts/report-preview/ReportPreview.tsx').then((part) => ({ default: part.ReportPreview })),
)

const StudyDrawer = lazyPart(() =>
  import('#src/parts/study-drawer/StudyDrawer.tsx').then((part) => ({ default: part.StudyDrawer })),
)

/** Below this width of the screen's column, the rows are shown as cards. */
const CARDS_BELOW = 620

export interface StudyTableProps {
  list: StudyList
  width: number
}

const rowId = (row: StudyListRow) => row.study_id

/** The studies as a table or cards; a row opens its report, or the study itself while there is none. */
export function StudyTable({ list, width }: StudyTableProps) {
  const [options] = useState<CsvOptions>(() => ({ zone: branchZone(), now: new Date(), isExtended: false }))
  const columns = useMemo(() => studyTableColumns(options), [options])
  // Image-only viewers read no reports (docs/studies.md#study-lists).
  const isImageOnly = useSession()?.view_image_only === 1
  const [opened, setOpened] = useState<StudyListRow>()
  const left = useLeftRow()
  if (list.rows.length === 0) return <NoRows list={list} />
  return (
    <>
      {list.error && <ErrorNote title={WORDS.failed} message={list.error.message} kept={WORDS.kept} />}
      {width > 0 && width < CARDS_BELOW ? (
        <CardList
          label={WORDS.list}
          rows={list.rows}
          rowId={rowId}
          first={left}
          renderCard={(row) => <StudyCard row={row} options={options} />}
        />
      ) : (
        <DataGrid
          label={WORDS.list}
          rows={list.rows}
          columns={columns}
          rowId={rowId}
          start={list.page.start}
          total={list.page.total_records}
          firstActive={left}
          isOpenable={!isImageOnly}
          onOpen={setOpened}
        />
      )}
      {opened && <Opened row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Opened({ row, onClose }: { row: StudyListRow; onClose: () => void }) {
  const Part = hasPreview(row) ? ReportPreview : StudyDrawer
  return <Part studyId={row.study_id} opened onClose={onClose} />
}

function StudyCard({ row, options }: { row: StudyListRow; options: CsvOptions }) {
  const cells = csvRow(row, options)
  return (
    <Card withBorder padding="sm" className={classes.card}>
      <Text fw={600} mb={6}>
        {row.pat_name || WORDS.nameless}
      </Text>
      <dl className={classes.facts}>
        {csvHead(false).map((name, i) =>
          name === 'Patient Name' || !cells[i] ? null : (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{cells[i]}</dd>
            </div>
          ),
        )}
      </dl>
    </Card>
  )
}

function NoRows({ list }: { list: StudyList }) {
  if (list.isLoading) return <SkeletonRows rows={12} />
  if (list.error)
    return <ErrorNote title={WORDS.failed} message={list.error.message} onRetry={list.refresh} />
  return (
    <EmptyState
      icon={<IconListSearch size={36} stroke={1.4} aria-hidden />}
      title={WORDS.empty}
      hint={WORDS.emptyHint}
    />
  )
}
