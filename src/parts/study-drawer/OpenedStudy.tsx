import { useLink } from '#src/sync/link/use-link.ts'
import { useStudy } from '#src/sync/study-parts/use-study.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { StudyPanel, type StudyPanelProps } from './StudyPanel.tsx'
import { DRAWER_WORDS as WORDS } from './words.ts'

export type OpenedStudyProps = Omit<StudyPanelProps, 'study'> & { studyId: string }

/** Finds the study, on this device or on the server, and opens it. */
export function OpenedStudy({ studyId, ...panel }: OpenedStudyProps) {
  const { study, isLoading } = useStudy(studyId)
  const { online } = useLink()
  if (study) return <StudyPanel study={study} {...panel} />
  if (isLoading) return <SkeletonRows rows={6} />
  return <EmptyState title={WORDS.gone} hint={online ? WORDS.goneHint : WORDS.goneOffline} />
}
