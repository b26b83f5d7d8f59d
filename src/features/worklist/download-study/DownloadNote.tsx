import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { StreamProgress } from '#src/sync/studies/stream-study.ts'
import { DOWNLOAD_WORDS as WORDS } from './words.ts'

export interface DownloadNoteProps {
  /** Undefined until the first bytes arrive. */
  progress: StreamProgress | undefined
  onCancel: () => void
}

const MEGABYTE = 1_000_000
const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`

/** The download's progress, with a Cancel button. */
export function DownloadNote({ progress, onCancel }: DownloadNoteProps) {
  const { received = 0, estimated } = progress ?? {}
  // An estimate: never shown as done before the file is complete.
  const percent = estimated ? Math.min(99, Math.round((received / estimated) * 100)) : undefined
  return (
    <Stack gap="xs">
      <Text size="sm">{wordsOf(progress)}</Text>
      <Progress
        value={percent ?? 100}
        animated={percent === undefined}
        aria-label={WORDS.title}
        aria-valuetext={wordsOf(progress)}
      />
      <Group justify="flex-end">
        <Button size="compact-xs" variant="default" onClick={onCancel}>
          {WORDS.cancel}
        </Button>
      </Group>
    </Stack>
  )
}

function wordsOf(progress: StreamProgress | undefined): string {
  if (!progress) return WORDS.starting
  const { received, estimated } = progress
  const done = megabytes(received)
  return estimated ? WORDS.receivedOf(done, megabytes(Math.max(estimated, received))) : WORDS.received(done)
}
