import { Alert, Button, Text } from '@mantine/core'
import { IconPhotoX } from '@tabler/icons-react'
import { retryFiles, useRefusedFiles } from '#src/sync/files/refused-files.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'

/** Pictures of the study that the server refused: other persons see a gap until they are sent or removed. */
export function RefusedPictures({ studyId }: { studyId: string }) {
  // Documents and booklet pages show their own refusals.
  const refused = useRefusedFiles(studyId).filter(({ purpose }) => purpose === 'report_image')
  const parts = useAct()
  const [, act] = parts
  if (refused.length === 0) return null
  const reasons = [...new Set(refused.map(({ reason }) => reason))].join(' ')
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconPhotoX aria-hidden />}
      role="alert"
      title={WORDS.picturesRefused(refused.length)}
    >
      <Text>
        {reasons} {WORDS.picturesKept}
      </Text>
      <ActBox parts={parts}>
        <Button
          size="xs"
          variant="default"
          mt="xs"
          onClick={() => void act.run(() => retryFiles(refused.map(({ id }) => id)))}
        >
          {WORDS.retry}
        </Button>
      </ActBox>
    </Alert>
  )
}
