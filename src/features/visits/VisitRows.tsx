import { Button, Group } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo } from 'react'
import { useFontsAhead } from '#src/parts/papers/use-fonts-ahead.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import type { Selection } from '#src/ui/grid/selection.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { visitColumns } from './columns.tsx'
import { ACTIONS_WIDTH, RowActions } from './RowActions.tsx'
import { SelectedBar } from './SelectedBar.tsx'
import { selectRefusal } from './settlement/selectable.ts'
import type { SteadyVisits } from './use-steady-visits.ts'
import type { VisitListView } from './use-visit-params.ts'
import { VisitCard } from './VisitCard.tsx'
import type { OpenedPanel } from './VisitPanels.tsx'
import { activeKeys } from './visit-params.ts'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

export interface VisitRowsProps {
  list: SteadyVisits
  view: VisitListView
  selection: Selection
  isNarrow: boolean
  onPanel: (panel: OpenedPanel) => void
}

const anyVisit = (): string | undefined => undefined
const rowId = (row: ListedVisit) => row.id

interface FilledRowsProps extends VisitRowsProps {
  /** Returns why a visit cannot be selected; undefined if it can. */
  refusalOf: (row: ListedVisit) => string | undefined
}

/** The visits as a table or as cards, or the reason why there are none; keeps the rows during a refresh. */
export function VisitRows(props: VisitRowsProps) {
  const { list, selection } = props
  const { rows } = list
  // If the client settles schemes, visits are selected only to be settled, so those that cannot be settled
  // cannot be selected.
  const settles = useSession()?.main_modules.includes('referral_scheme_settle') ?? false
  const refusalOf = settles ? selectRefusal : anyVisit
  useEffect(
    () => selection.offer(rows.filter((row) => refusalOf(row) === undefined).map(rowId)),
    [selection, rows, refusalOf],
  )
  useFontsAhead(useMemo(() => rows.map(({ name }) => name), [rows]))
  const isEmpty = list.rows.length === 0
  return (
    <>
      {list.error && (
        <div className={classes.error}>
          <ErrorNote
            title={WORDS.failed}
            message={list.error.message}
            kept={isEmpty ? undefined : WORDS.kept}
            onRetry={list.refresh}
          />
        </div>
      )}
      <div className={classes.rows} aria-busy={list.isLoading} data-stale={list.isStale || undefined}>
        {isEmpty ? <NoVisits {...props} /> : <FilledRows {...props} refusalOf={refusalOf} />}
      </div>
    </>
  )
}

function FilledRows({ list, view, selection, refusalOf, isNarrow, onPanel }: FilledRowsProps) {
  const { rows, page } = list
  const { branches, branchId } = view
  const format = useMoneyFormat()
  const withHidden = useSession()?.main_modules.includes('special_mgmt_discount') ?? false
  const withBranch = branchId === undefined
  const columns = useMemo(
    () => visitColumns({ selection, selectRefusal: refusalOf, branches, format, withBranch, withHidden }),
    [selection, refusalOf, branches, format, withBranch, withHidden],
  )
  const actions = useCallback(
    (row: ListedVisit) => <RowActions key={row.id} row={row} onPanel={onPanel} />,
    [onPanel],
  )
  const open = (row: ListedVisit) => onPanel({ kind: 'visit', visitId: row.id })
  const zoneOf = ({ branch_id }: ListedVisit) =>
    branches.find(({ id }) => id === branch_id)?.time_zone || branchZone()
  return (
    <>
      {isNarrow ? (
        <CardList
          label={WORDS.list}
          rows={rows}
          rowId={rowId}
          renderCard={(row) => (
            <VisitCard
              row={row}
              zone={zoneOf(row)}
              format={format}
              selection={selection}
              refusal={refusalOf(row)}
              actions={actions(row)}
              onOpen={() => open(row)}
            />
          )}
        />
      ) : (
        <DataGrid
          label={WORDS.list}
          rows={rows}
          columns={columns}
          rowId={rowId}
          start={page.start}
          total={page.total_records}
          onOpen={open}
          actions={actions}
          actionsLabel={WORDS.columns.actions}
          actionsWidth={ACTIONS_WIDTH}
        />
      )}
      <SelectedBar rows={rows} selection={selection} />
    </>
  )
}

/** The reason why there are no visits, with links to find some. */
function NoVisits({ list, view }: VisitRowsProps) {
  if (list.isLoading) return <SkeletonRows rows={12} />
  if (list.error) return null
  const isBeyondEnd = view.page > 1
  const isFiltered = activeKeys(view.fields).length > 0
  const hint = list.isOutOfReach
    ? WORDS.outOfReach
    : isBeyondEnd
      ? WORDS.emptyPage
      : isFiltered
        ? WORDS.emptyFiltered
        : WORDS.emptyToday
  return (
    <EmptyState
      icon={<IconListSearch size={36} stroke={1.4} aria-hidden />}
      title={WORDS.empty}
      hint={hint}
      action={
        <Group>
          {isBeyondEnd && (
            <Button variant="default" onClick={() => view.change({ page: 1 })}>
              {WORDS.firstPage}
            </Button>
          )}
          {isFiltered && !isBeyondEnd && (
            <Button variant="default" onClick={view.clear}>
              {WORDS.clear}
            </Button>
          )}
        </Group>
      }
    />
  )
}
