import { Card, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { reportPath } from '../acts/row-actions.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'
import {
  AssignedCell,
  PatientCell,
  PortalCell,
  ReceivedCell,
  StatusCell,
  StudyCell,
  TagCell,
} from './cells.tsx'
import { TatCell } from './TatCell.tsx'

export interface StudyCardProps {
  row: StudyListRow
  isLinked: boolean
  isPortal?: boolean
  actions: ReactNode
  /** The checkbox, if the study can be selected. */
  select?: ReactNode
}

/** One study on a narrow screen: the same cells, stacked. */
export function StudyCard({ row, isLinked, isPortal = false, actions, select }: StudyCardProps) {
  const words = <span className={classes.cardName}>{row.pat_name || WORDS.nameless}</span>
  const name = isLinked ? (
    <Link to={reportPath(row.study_id)} className={classes.link}>
      {words}
    </Link>
  ) : (
    words
  )
  return (
    <Card withBorder padding="sm" className={classes.studyCard}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Group gap="xs" wrap="nowrap" miw={0}>
          {select}
          <div className={classes.two}>
            <PatientCell row={row} name={name} />
          </div>
        </Group>
        {actions}
      </Group>
      <div className={classes.cardLine}>
        <div className={classes.two}>
          <StudyCell row={row} />
        </div>
        <div className={classes.two}>
          <ReceivedCell row={row} />
        </div>
      </div>
      <div className={classes.cardLine}>
        <Group gap="sm">
          <StatusCell row={row} />
          <TagCell row={row} />
          {isPortal && <PortalCell row={row} />}
        </Group>
        <div className={classes.two}>
          <AssignedCell row={row} />
        </div>
      </div>
      <div className={classes.cardLine}>
        <TatCell row={row} />
      </div>
    </Card>
  )
}
