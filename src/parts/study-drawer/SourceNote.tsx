import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconPhotoOff } from '@tabler/icons-react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { DRAWER_WORDS as WORDS } from './words.ts'

/** Warns that the image server no longer has the study, or has different data; renders nothing if they agree. */
export function SourceNote({ study }: { study: StudyRow }) {
  const { missing_at_source_since: since, source_changed: changed = [], branch_id } = study
  return (
    <>
      {since && (
        <Alert variant="light" color="orange" icon={<IconPhotoOff size={18} aria-hidden />}>
          {WORDS.goneAtSource(formatDateTime(new Date(since), branchZone(branch_id)))}
        </Alert>
      )}
      {changed.length > 0 && (
        <Alert variant="light" color="orange" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {WORDS.changedAtSource(changed.map((part) => WORDS.sourceParts[part]).join(', '))}
        </Alert>
      )}
    </>
  )
}
