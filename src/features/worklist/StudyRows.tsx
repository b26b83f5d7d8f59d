import { Button, Group } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { studyColumns } from './columns.tsx'
import { activeKeys, type FilterChange, type ListFilter } from './list-filter.ts'
import { RowActions, type RunAction } from './RowActions.tsx'
import { type OpenMenu, RowMenu } from './RowMenu.tsx'
import { type ActionPlace, actionsOf, canWrite, reportPath } from './row-actions.ts'
import { StudyCard } from './StudyCard.tsx'
import type { SteadyList } from './use-steady-list.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'
import classes from './worklist.module.css'

export interface StudyRowsProps {
  list: SteadyList
  filter: ListFilter
  place: ActionPlace
  isNarrow: boolean
  onPreview: (row: StudyListRow) => void
  onChange: (change: FilterChange) => void
  onClear: () => void
}

const rowId = (row: StudyListRow) => row.study_id

/** The rows as a table or as cards, or why there are none; what is shown stays while it is refreshed. */
export function StudyRows(props: StudyRowsProps) {
  const { list, filter, onChange, onClear } = props
  const isEmpty = list.rows.length === 0
  return (
    <>
      {list.error && (
        <div className={classes.error}>
          <ErrorNote
            title={WORDS.failed}
            message={list.error.message}
            kept={isEmpty ? undefined : WORDS.keptRows}
            onRetry={list.refresh}
          />
        </div>
      )}
      <div className={classes.rows} aria-busy={list.isLoading} data-stale={list.isStale || undefined}>
        {isEmpty ? (
          <NoRows list={list} filter={filter} onChange={onChange} onClear={onClear} />
        ) : (
          <FilledRows {...props} />
        )}
      </div>
    </>
  )
}

function FilledRows({ list, place, isNarrow, onPreview }: StudyRowsProps) {
  const isWriter = canWrite(place)
  const columns = useMemo(() => studyColumns(isWriter), [isWriter])
  const [menu, setMenu] = useState<OpenMenu>()
  const run = useRunAction(onPreview)
  const onMenu = useStableCallback((row: StudyListRow, button: HTMLElement) => setMenu({ row, button }))
  const actions = useCallback(
    (row: StudyListRow, isHot: boolean) => (
      <RowActions row={row} place={place} isHot={isHot} onRun={run} onMenu={onMenu} />
    ),
    [place, run, onMenu],
  )
  const open = (row: StudyListRow) => {
    const [first] = actionsOf(row, place)
    if (first && first.kind !== 'images' && first.reason === undefined) run(first.kind, row)
  }
  return (
    <>
      {isNarrow ? (
        <CardList
          label={WORDS.list}
          rows={list.rows}
          rowId={rowId}
          renderCard={(row) => <StudyCard row={row} isLinked={isWriter} actions={actions(row, false)} />}
        />
      ) : (
        <DataGrid
          label={WORDS.list}
          rows={list.rows}
          columns={columns}
          rowId={rowId}
          start={list.page.start}
          total={list.page.total_records}
          isOpenable={place.session.view_image_only === 0}
          onOpen={open}
          actions={actions}
          actionsLabel={WORDS.columns.actions}
        />
      )}
      {menu && <RowMenu menu={menu} place={place} onRun={run} onClose={() => setMenu(undefined)} />}
    </>
  )
}

/** What each action of a row does. */
function useRunAction(onPreview: (row: StudyListRow) => void): RunAction {
  const navigate = useNavigate()
  return useStableCallback((kind, row) => {
    if (kind === 'open') void navigate(reportPath(row.study_id))
    else if (kind === 'preview') onPreview(row)
    else window.open(row.viewer_url, '_blank', 'noopener,noreferrer')
  })
}

type NoRowsProps = Pick<StudyRowsProps, 'list' | 'filter' | 'onChange' | 'onClear'>

function NoRows({ list, filter, onChange, onClear }: NoRowsProps) {
  if (list.isLoading) return <SkeletonRows rows={12} />
  if (list.error) return null
  // A kept link, or a list that has become shorter since.
  const isBeyondEnd = filter.page > 1
  const hasDays = filter.range !== 'Any'
  const hasFields = activeKeys(filter.fields).length > 0
  const ways = [
    isBeyondEnd && { label: WORDS.firstPage, go: () => onChange({ page: 1 }) },
    hasDays && !isBeyondEnd && { label: WORDS.showAnyDate, go: () => onChange({ range: 'Any' }) },
    hasFields && !isBeyondEnd && { label: WORDS.clearFilters, go: onClear },
  ].filter((way) => way !== false)
  const hint = isBeyondEnd ? WORDS.emptyPage : hasDays || hasFields ? WORDS.emptyFiltered : WORDS.emptyAny
  return (
    <EmptyState
      icon={<IconListSearch size={36} stroke={1.4} aria-hidden />}
      title={WORDS.empty}
      hint={hint}
      action={
        <Group>
          {ways.map(({ label, go }) => (
            <Button key={label} variant="default" onClick={go}>
              {label}
            </Button>
          ))}
        </Group>
      }
    />
  )
}
