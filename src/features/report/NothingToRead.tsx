import { Button, Group } from '@mantine/core'
import { useLink } from '#src/sync/link/use-link.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { useReportKeys } from './actions/use-report-keys.ts'
import { useEscape } from './reading/use-escape.ts'
import { useReading } from './reading/use-reading.ts'
import { REPORT_WORDS as WORDS } from './words.ts'

export interface NothingToReadProps {
  studyId: string
  isLoading: boolean
  error: Error | undefined
}

/**
 * Replaces a study that is missing or still loading: shows the reason, and links to the list and to the next
 * study.
 */
export function NothingToRead({ studyId, isLoading, error }: NothingToReadProps) {
  const { online } = useLink()
  const reading = useReading(studyId)
  const [box, act] = useAct()
  const skip = () => void act.run(reading.skip)
  useEscape(reading.close)
  useReportKeys({ onSkip: skip })
  if (isLoading) return <SkeletonRows rows={10} />
  const ways = (
    <div ref={box}>
      <RefusalNote act={act} />
      <Group gap="xs" justify="center" mt="sm">
        <Button variant="default" onClick={reading.close}>
          {WORDS.backToList}
        </Button>
        <Button variant="default" onClick={skip}>
          {WORDS.skip}
        </Button>
      </Group>
    </div>
  )
  if (!online) return <EmptyState title={WORDS.notOnDevice} hint={WORDS.notOnDeviceHint} action={ways} />
  if (!error) return <EmptyState title={WORDS.notFound} action={ways} />
  return (
    <>
      <ErrorNote title={WORDS.failed} message={error.message} kept={WORDS.keptAnyway} />
      {ways}
    </>
  )
}
