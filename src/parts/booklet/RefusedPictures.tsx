import { Alert, Button, Group, Text } from '@mantine/core'
import { retryFiles, useRefusedFiles } from '#src/sync/files/refused-files.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

/** Pictures of the study that the server refused: why, and a way to send them again. */
export function RefusedPictures({ studyId }: { studyId: string }) {
  const refused = useRefusedFiles(studyId).filter(({ purpose }) => purpose === 'booklet_image')
  const parts = useAct()
  const [, act] = parts
  if (refused.length === 0) return null
  return (
    <Alert color="red" variant="light" role="alert">
      <Group justify="space-between">
        <Text size="sm">
          {WORDS.refusedFiles(refused.length)} {refused[0]?.reason}
        </Text>
        <ActBox parts={parts}>
          <Button
            size="compact-sm"
            variant="default"
            loading={act.isBusy}
            onClick={() => void act.run(() => retryFiles(refused.map(({ id }) => id)))}
          >
            {WORDS.retry}
          </Button>
        </ActBox>
      </Group>
    </Alert>
  )
}
