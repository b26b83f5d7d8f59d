import classes from './grid.module.css'
import { type Selection, useIsAllSelected, useIsSelected, useSelectedIds } from './selection.ts'

export interface SelectBoxProps {
  id: string
  label: string
  selection: Selection
  /** Why the row cannot be selected. */
  refusal: string | undefined
}

/** Selects one row. */
export function SelectBox({ id, label, selection, refusal }: SelectBoxProps) {
  const isSelected = useIsSelected(selection, id)
  return (
    <label className={classes.selectBox} title={refusal}>
      <input
        type="checkbox"
        aria-label={label}
        aria-description={refusal}
        disabled={refusal !== undefined}
        checked={isSelected}
        onChange={() => selection.toggle(id)}
      />
    </label>
  )
}

/** Selects all rows of the page, or none. */
export function SelectAllBox({ label, selection }: Pick<SelectBoxProps, 'label' | 'selection'>) {
  const isAll = useIsAllSelected(selection)
  const isSome = useSelectedIds(selection).length > 0 && !isAll
  return (
    <label className={classes.selectBox} title={label}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome
        }}
        onChange={() => selection.setAll(!isAll)}
      />
    </label>
  )
}
