import { canSelectForAssignment } from '#domain/study/assign-rules.ts'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { type Selection, useIsAllSelected, useIsSelected, useSelectedIds } from '#src/ui/grid/selection.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'

export interface SelectBoxProps {
  row: StudyListRow
  selection: Selection
}

/** Selects one study for bulk assignment: only while Pending (docs/studies.md#study-lists). */
export function SelectBox({ row, selection }: SelectBoxProps) {
  const isSelected = useIsSelected(selection, row.study_id)
  const canSelect = canSelectForAssignment(row)
  return (
    <label className={classes.selectBox} title={canSelect ? undefined : WORDS.reasons.notSelectable}>
      <input
        type="checkbox"
        aria-label={WORDS.select.one(row.pat_name || WORDS.nameless)}
        disabled={!canSelect}
        checked={isSelected}
        onChange={() => selection.toggle(row.study_id)}
      />
    </label>
  )
}

/** Selects all pending studies of the page, or none. */
export function SelectAllBox({ selection }: { selection: Selection }) {
  const isAll = useIsAllSelected(selection)
  const isSome = useSelectedIds(selection).length > 0 && !isAll
  return (
    <label className={classes.selectBox} title={WORDS.select.all}>
      <input
        type="checkbox"
        aria-label={WORDS.select.all}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome
        }}
        onChange={() => selection.setAll(!isAll)}
      />
    </label>
  )
}
