import { canSelectForAssignment } from '#domain/study/assign-rules.ts'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { SelectBox } from '#src/ui/grid/SelectBoxes.tsx'
import type { Selection } from '#src/ui/grid/selection.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'

export interface StudyBoxProps {
  row: StudyListRow
  selection: Selection
}

/** Selects one study for bulk assignment: only while Pending (docs/studies.md#study-lists). */
export function StudyBox({ row, selection }: StudyBoxProps) {
  return (
    <SelectBox
      id={row.study_id}
      label={WORDS.select.one(row.pat_name || WORDS.nameless)}
      selection={selection}
      refusal={canSelectForAssignment(row) ? undefined : WORDS.reasons.notSelectable}
    />
  )
}
