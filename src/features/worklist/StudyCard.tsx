import { Card, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { AssignedCell, PatientCell, ReceivedCell, StatusCell, StudyCell, TagCell } from './cells.tsx'
import { reportPath } from './row-actions.ts'
import { TatCell } from './TatCell.tsx'
import { WORKLIST_WORDS as WORDS } from './words.ts'
import classes from './worklist.module.css'

export interface StudyCardProps {
  row: StudyListRow
  isLinked: boolean
  actions: ReactNode
}

/** One study on a narrow screen: the same cells, one under the other. */
export function StudyCard({ row, isLinked, actions }: StudyCardProps) {
  const name = isLinked ? (
    <Link to={reportPath(row.study_id)} className={classes.cardLink}>
      {row.pat_name || WORDS.nameless}
    </Link>
  ) : undefined
  return (
    <Card withBorder padding="sm" className={classes.studyCard}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <PatientCell row={row} name={name} />
        {actions}
      </Group>
      <StudyCell row={row} />
      <Group gap="sm" mt={6} wrap="wrap">
        <StatusCell row={row} />
        <TagCell row={row} />
      </Group>
      <Group justify="space-between" mt={6} wrap="nowrap" align="flex-end" gap="sm">
        <TatCell row={row} />
        <AssignedCell row={row} />
        <ReceivedCell row={row} />
      </Group>
    </Card>
  )
}
