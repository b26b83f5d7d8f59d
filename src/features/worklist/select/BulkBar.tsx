import { Button, Group, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import classes from '#src/ui/grid/grid.module.css'
import { type Selection, useSelectedIds } from '#src/ui/grid/selection.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { WORKLIST_WORDS as WORDS } from '../words.ts'

const AssignDoctorDialog = lazyPart(() =>
  import('../assign-doctor/AssignDoctorDialog.tsx').then((part) => ({
    default: part.AssignDoctorDialog,
  })),
)

export interface BulkBarProps {
  rows: readonly StudyListRow[]
  selection: Selection
}

/** The actions for the selected studies; shown over the list, so that no row moves under the pointer. */
export function BulkBar({ rows, selection }: BulkBarProps) {
  const ids = useSelectedIds(selection)
  const [assigned, setAssigned] = useState<StudyListRow[]>()
  if (ids.length === 0 && !assigned) return null
  return (
    <>
      {ids.length > 0 && (
        <Group
          gap="sm"
          wrap="nowrap"
          className={classes.selected}
          role="region"
          aria-label={WORDS.select.count(ids.length)}
        >
          <Text role="status">{WORDS.select.count(ids.length)}</Text>
          <Button
            size="xs"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setAssigned(rows.filter(({ study_id: id }) => ids.includes(id)))}
          >
            {WORDS.actions.assign}
          </Button>
          <Button size="xs" variant="default" onClick={() => selection.setAll(false)}>
            {WORDS.select.clear}
          </Button>
        </Group>
      )}
      {assigned && (
        <>
          <AssignDoctorDialog
            studies={assigned}
            opened
            onClose={() => setAssigned(undefined)}
            onAssigned={() => selection.setAll(false)}
          />
        </>
      )}
    </>
  )
}
