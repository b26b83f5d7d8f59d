import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { canOpen } from '#domain/access/screens.ts'
import { useSession } from '#src/sync/session/session.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import classes from './examination.module.css'
import { EXAM_WORDS as WORDS } from './words.ts'

/** The report status of a service, with a link to its study if there is one and the person may open it. */
export function StudyLink({ service: { study_id, report_status } }: { service: VisitServiceRow }) {
  const session = useSession()
  if (study_id === null) return WORDS.noStudy
  const path = `/study/${study_id}`
  return (
    <span className={classes.inline}>
      {report_status !== '' && <StatusBadge status={report_status} />}
      {canOpen(session, path) && (
        <Anchor component={Link} to={path} size="sm">
          {WORDS.openStudy}
        </Anchor>
      )}
    </span>
  )
}
