import { type ComponentType, Fragment, type ReactNode, useMemo, useRef, useState } from 'react'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { copyIdOf, nameOf, type RecordOf } from '#src/sync/masters/master-of.ts'
import { useMasterPage } from '#src/sync/masters/use-master-page.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import { useSession } from '#src/sync/session/session.ts'
import { Pager } from '../list/Pager.tsx'
import { PAGE_SIZES } from '../list/page-sizes.ts'
import { useStableCallback } from '../use-stable-callback.ts'
import { columnsOf, type MasterCells } from './cells.tsx'
import type { Values } from './form-values.ts'
import { ListBody } from './ListBody.tsx'
import { ListTools } from './ListTools.tsx'
import { MasterForm, type MasterFormProps } from './MasterForm.tsx'
import { MasterRows } from './MasterRows.tsx'
import classes from './master.module.css'
import { mayChange } from './may-change.ts'
import { kindsReferredTo, NamesProvider } from './names.tsx'
import { RowButtons } from './RowButtons.tsx'
import { removeRecord } from './remove-record.ts'
import { useListState } from './use-list-state.ts'
import { useOpened } from './use-opened.ts'

export interface MasterListProps<M extends AnyMaster> {
  master: M
  /** Values that filter the list and are set in every record added from it. */
  fixed?: Readonly<Record<string, string | number>>
  /** Filters that are not record values: sent to the server, and applied on the device by `fits`. */
  filter?: Readonly<Record<string, string | number | undefined>>
  fits?: (record: RecordOf<M>) => boolean
  /** The client that the platform's administrator looks into. */
  clientId?: string
  /** Shown at the left of the rows. */
  sidebar?: ReactNode
  /** More buttons of a row, before edit and delete; `rowActionsWidth` pixels are reserved for them. */
  rowActions?: (row: RecordOf<M>) => ReactNode
  rowActionsWidth?: number
  headActions?: ReactNode
  /** Replaces the generated form. */
  form?: ComponentType<MasterFormProps<M>>
  /** Custom or additional cells. */
  cells?: MasterCells<M>
  /** Columns that replace the declaration's. */
  columns?: readonly string[]
  /** Whether the reader may add, change and delete; by the tile's rule by default. */
  canAdd?: boolean
  canEdit?: boolean
  canRemove?: boolean
  /** Why this row may not be deleted; undefined if it may. */
  removeRefusal?: (row: RecordOf<M>) => string | undefined
  addLabel?: string
  /** Replaces editing, if a list leads to another one. */
  onOpen?: (row: RecordOf<M>) => void
}

const BUTTON_WIDTH = 32
const NO_CELLS = {}

/** The list of a master (docs/masters.md#lists): search, status, Add New, edit, delete, pages, device data first. */
export function MasterList<M extends AnyMaster>(props: MasterListProps<M>) {
  const { master, fixed, filter, fits, clientId, cells = NO_CELLS, columns: names } = props
  const session = useSession()
  const may = mayChange(master, session, clientId)
  const { canAdd = may, canEdit = true, canRemove = may } = props
  const state = useListState(PAGE_SIZES.find((size) => size === master.pageSize) ?? 25)
  const page = useMasterPage(master, {
    filter: { ...filter, ...fixed, ...state.filter },
    page: state.page,
    pageSize: state.pageSize,
    fits,
    clientId,
  })
  useOpened(refreshCopies)
  const [editing, setEditing] = useState<{ record?: RecordOf<M> }>()
  const columns = useMemo(() => columnsOf(master, cells, names), [master, cells, names])
  const open = useStableCallback((record: RecordOf<M>) => {
    if (props.onOpen) props.onOpen(record)
    else if (canEdit) setEditing({ record })
  })
  const remove = useStableCallback(async (record: RecordOf<M>) => {
    if (await removeRecord(master, record, clientId)) page.refresh()
  })
  const { rowActions, rowActionsWidth = 0, removeRefusal } = props
  const actions = useStableCallback((record: RecordOf<M>) => (
    <Fragment key={copyIdOf(record as Values)}>
      {rowActions?.(record)}
      <RowButtons
        name={nameOf(record as Values)}
        onEdit={canEdit ? () => setEditing({ record }) : undefined}
        onRemove={canRemove ? () => void remove(record) : undefined}
        removeRefusal={removeRefusal?.(record)}
      />
    </Fragment>
  ))
  const root = useRef<HTMLDivElement>(null)
  const Form = props.form ?? MasterForm<M>
  const add = canAdd ? () => setEditing({}) : undefined

  return (
    <NamesProvider kinds={kindsReferredTo(master)}>
      <div ref={root} className={classes.list}>
        <ListTools
          state={state}
          hasStatus={'status' in master.fields}
          onAdd={add}
          addLabel={props.addLabel}
          onDown={() => root.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()}
        >
          {props.headActions}
        </ListTools>
        <div className={classes.sides}>
          {props.sidebar && <div className={classes.sidebar}>{props.sidebar}</div>}
          <ListBody title={master.title} page={page} state={state} canAdd={canAdd}>
            <MasterRows<M>
              label={master.title}
              rows={page.rows}
              columns={columns}
              start={page.start}
              totalRecords={page.totalRecords}
              actions={actions}
              actionsWidth={rowActionsWidth + BUTTON_WIDTH * (Number(canEdit) + Number(canRemove))}
              onOpen={open}
            />
          </ListBody>
        </div>
        <Pager
          page={{ start: page.start, total: page.rows.length, total_records: page.totalRecords }}
          pageSize={state.pageSize}
          mt={0}
          onPage={state.setPage}
          onPageSize={state.setPageSize}
        />
        {editing && (
          <Form
            key={editing.record ? String((editing.record as Values).id) : 'new'}
            master={master}
            record={editing.record}
            fixed={fixed}
            clientId={clientId}
            readOnly={!may}
            onSaved={page.refresh}
            onClose={() => setEditing(undefined)}
          />
        )}
      </div>
    </NamesProvider>
  )
}
