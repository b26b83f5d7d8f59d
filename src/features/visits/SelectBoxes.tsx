import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { type Selection, useIsAllSelected, useIsSelected, useSelectedIds } from '#src/ui/grid/selection.ts'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

export interface SelectBoxProps {
  row: ListedVisit
  selection: Selection
  /** Why the visit cannot be selected. */
  refusal: string | undefined
}

/** Selects one visit. */
export function SelectBox({ row, selection, refusal }: SelectBoxProps) {
  const isSelected = useIsSelected(selection, row.id)
  return (
    <label className={classes.selectBox} title={refusal}>
      <input
        type="checkbox"
        aria-label={WORDS.select(row.visit_no, row.name)}
        aria-description={refusal}
        disabled={refusal !== undefined}
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
