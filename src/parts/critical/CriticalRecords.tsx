import { Text } from '@mantine/core'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { ownerOfCritical } from '#domain/study/critical-rules.ts'
import { useSession } from '#src/sync/session/session.ts'
import { useStudy } from '#src/sync/study-parts/use-study.ts'
import { useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { CriticalForm } from './CriticalForm.tsx'
import { CriticalLink } from './CriticalLink.tsx'
import { CriticalRecord } from './CriticalRecord.tsx'
import classes from './critical.module.css'
import { CRITICAL_WORDS as WORDS } from './words.ts'

export interface CriticalRecordsProps {
  studyId: string
  /** False to render nothing if there are no records. */
  isShownEmpty?: boolean
}

/** The critical results of a study, open ones first; the responsible person completes and closes each. */
export function CriticalRecords({ studyId, isShownEmpty = true }: CriticalRecordsProps) {
  const session = useSession()
  const { study } = useStudy(studyId)
  const { rows, error } = useStudyParts('critical', studyId)
  if (error) return <ErrorNote message={error.message} />
  if (!rows) return isShownEmpty ? <SkeletonRows rows={2} height={80} /> : null
  if (rows.length === 0) return isShownEmpty && <EmptyState title={WORDS.none} hint={WORDS.noneHint} />
  const mayRecord = (critical: CriticalRow) =>
    session?.is_client_admin === 1 ||
    session?.modules.includes('assign_critical_tag_to_study') ||
    ownerOfCritical(study, critical) === session?.user_id
  const sorted = rows.toSorted(
    (a, b) =>
      Number(a.closed_on !== null) - Number(b.closed_on !== null) ||
      Date.parse(b.opened_on) - Date.parse(a.opened_on),
  )
  return (
    <ul className={classes.list} aria-label={WORDS.title}>
      {sorted.map((critical) => (
        <CriticalRecord key={critical.id} critical={critical}>
          {critical.closed_on === null && mayRecord(critical) ? (
            <>
              <CriticalForm critical={critical} />
              <CriticalLink critical={critical} />
            </>
          ) : critical.closed_on === null ? (
            <Text c="dimmed" size="sm">
              {WORDS.noRight}
            </Text>
          ) : undefined}
        </CriticalRecord>
      ))}
    </ul>
  )
}
