import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { peerCalls } from '#contract/calls/peer-learning.ts'
import { OpenImagesButton } from '#src/parts/open-images/OpenImagesButton.tsx'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { BlindedText } from './BlindedText.tsx'
import classes from './peer-learning.module.css'
import { ReviewForm } from './ReviewForm.tsx'
import { factsOf, nameOf } from './study-words.ts'
import { PEER_WORDS as WORDS } from './words.ts'

export interface OpenReadingProps {
  id: string
  onBack: () => void
  onDone: () => void
}

/** A study for a second reading: its images, the anonymised text, and the review form. */
export function OpenReading({ id, onBack, onDone }: OpenReadingProps) {
  const { online } = useLink()
  const { answer, error, refresh } = useKeptCall(
    peerCalls.reading,
    { id },
    { isWanted: online, news: '', keptAs: undefined },
  )
  const opened = answer?.result
  return (
    <Stack gap="md">
      <Group>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={onBack}
        >
          {WORDS.back}
        </Button>
      </Group>
      {error && online && <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />}
      {!opened && online && !error && <SkeletonRows rows={8} />}
      {opened && (
        <>
          <Group justify="space-between" align="flex-start">
            <div>
              <Text fw={600}>{nameOf(opened.reading)}</Text>
              <Text c="dimmed" size="sm">
                {factsOf(opened.reading)}
              </Text>
            </div>
            {opened.is_there === 1 && (
              <Stack gap={4} className={classes.images}>
                <OpenImagesButton
                  study={{
                    study_id: opened.reading.study_id,
                    viewer_url: opened.viewer_url,
                    local_viewer_url: opened.local_viewer_url,
                  }}
                />
                <Text c="dimmed" size="xs">
                  {WORDS.viewerNames}
                </Text>
              </Stack>
            )}
          </Group>
          {opened.is_there === 0 && <Alert color="orange">{WORDS.isGone}</Alert>}
          <div className={classes.desk}>
            <BlindedText reports={opened.reports} />
            <ReviewForm
              key={opened.reading.rev}
              reading={opened.reading}
              isThere={opened.is_there === 1}
              onDone={onDone}
            />
          </div>
        </>
      )}
    </Stack>
  )
}
