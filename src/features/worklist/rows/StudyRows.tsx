import { useCallback, useEffect, useMemo, useState } from 'react'
import { canAssignAnybody, canSelectForAssignment } from '#domain/study/assign-rules.ts'
import { STUDY_SORTS } from '#domain/study/lists/sort-studies.ts'
import { useFontsAhead } from '#src/parts/papers/use-fonts-ahead.ts'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import { createSelection, type Selection } from '#src/ui/grid/selection.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyRefusal } from '#src/ui/notes/notify.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { RowActions } from '../acts/RowActions.tsx'
import { RowDialog } from '../acts/RowDialog.tsx'
import { type OpenMenu, RowMenu } from '../acts/RowMenu.tsx'
import { actionsOf, assignerOf, canWrite, type RowActionContext } from '../acts/row-actions.ts'
import { useRowActs } from '../acts/use-row-acts.ts'
import type { FilterChange, ListFilter } from '../filter/list-filter.ts'
import { BulkBar } from '../select/BulkBar.tsx'
import { StudyBox } from '../select/StudyBox.tsx'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'
import { studyColumns } from './columns.tsx'
import { NoRows } from './NoRows.tsx'
import { StudyCard } from './StudyCard.tsx'
import type { SteadyList } from './use-steady-list.ts'

export interface StudyRowsProps {
  list: SteadyList
  filter: ListFilter
  context: RowActionContext
  isNarrow: boolean
  /** The study from which the reader returned to this list: scrolls to its row. */
  left: string | undefined
  onChange: (change: FilterChange) => void
  onClear: () => void
}

const rowId = (row: StudyListRow) => row.study_id

/** The rows as a table or as cards, or the reason why there are none; keeps the rows during a refresh. */
export function StudyRows(props: StudyRowsProps) {
  const { list, filter, onChange, onClear } = props
  const isEmpty = list.rows.length === 0
  useFontsAhead(useMemo(() => list.rows.map(({ pat_name }) => pat_name), [list.rows]))
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

function FilledRows({ list, filter, context, isNarrow, left, onChange }: StudyRowsProps) {
  const isLinked = canWrite(context)
  const isPortal = context.flag === 'portal'
  const selection = useSelection(list.rows, context)
  const columns = useMemo(
    () => studyColumns({ isLinked, selection, isPortal }),
    [isLinked, selection, isPortal],
  )
  const [menu, setMenu] = useState<OpenMenu>()
  const { run, dialog, closeDialog } = useRowActs(list.refresh)
  const onMenu = useStableCallback((row: StudyListRow, button: HTMLElement) => setMenu({ row, button }))
  const actions = useCallback(
    (row: StudyListRow, isHot: boolean) => (
      <RowActions row={row} context={context} isHot={isHot} onRun={run} onMenu={onMenu} />
    ),
    [context, run, onMenu],
  )
  const open = (row: StudyListRow) => {
    const [first, ...others] = actionsOf(row, context).filter(({ kind }) => kind !== 'images')
    // A study without a report to read opens its details; if those are not offered, the reason is shown.
    const possible = first?.reason === undefined ? first : others.find(({ kind }) => kind === 'details')
    if (possible) run(possible.kind, row)
    else if (first?.reason !== undefined) notifyRefusal(first.reason)
  }
  return (
    <>
      {isNarrow ? (
        <CardList
          label={WORDS.list}
          rows={list.rows}
          rowId={rowId}
          first={left}
          renderCard={(row) => (
            <StudyCard
              row={row}
              isLinked={isLinked}
              isPortal={isPortal}
              actions={actions(row, false)}
              select={selection && <StudyBox row={row} selection={selection} />}
            />
          )}
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
          isOpenable={context.session.view_image_only === 0}
          onOpen={open}
          actions={actions}
          actionsLabel={WORDS.columns.actions}
          sort={{ id: filter.sort, direction: filter.sort === 'received' ? 'descending' : 'ascending' }}
          onSort={(id) => onChange({ sort: STUDY_SORTS.find((sort) => sort === id) })}
        />
      )}
      {selection && <BulkBar rows={list.rows} selection={selection} />}
      {menu && <RowMenu menu={menu} context={context} onRun={run} onClose={() => setMenu(undefined)} />}
      {dialog && <RowDialog dialog={dialog} rows={list.rows} onClose={closeDialog} />}
    </>
  )
}

/**
 * Returns the selection of the page for persons who assign doctors in bulk; it contains only pending studies
 * of these rows.
 */
function useSelection(rows: readonly StudyListRow[], context: RowActionContext): Selection | undefined {
  const [selection] = useState(createSelection)
  useEffect(() => {
    selection.offer(rows.filter(canSelectForAssignment).map(rowId))
  }, [selection, rows])
  const isOffered =
    context.flag !== 'portal' &&
    context.session.view_image_only === 0 &&
    canAssignAnybody(assignerOf(context))
  return isOffered ? selection : undefined
}
