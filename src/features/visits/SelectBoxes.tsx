import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { type Selection, useIsAllSelected, useIsSelected, useSelectedIds } from '#src/ui/grid/selection.ts'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

/** Selects one visit. */
export function SelectBox({ row, selection }: { row: ListedVisit; selection: Selection }) {
  const isSelected = useIsSelected(selection, row.id)
  return (
    <label className={classes.selectBox}>
      <input
        type="checkbox"
        aria-label={WORDS.select(row.visit_no, row.name)}
        checked={isSelected}
        onChange={() => selection.toggle(row.id)}
      />
    </label>
  )
}

/** Selects all visits of the page, or none. */
export function SelectAllBox({ selection }: { selection: Selection }) {
  const isAll = useIsAllSelected(selection)
  const isSome = useSelectedIds(selection).length > 0 && !isAll
  return (
    <label className={classes.selectBox} title={WORDS.selectAll}>
      <input
        type="checkbox"
        aria-label={WORDS.selectAll}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome
        }}
        onChange={() => selection.setAll(!isAll)}
      />
    </label>
  )
}
