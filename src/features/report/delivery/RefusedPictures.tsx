import { Alert, Button, Text } from '@mantine/core'
import { IconPhotoX } from '@tabler/icons-react'
import { retryFiles, useRefusedFiles } from '#src/sync/files/refused-files.ts'
import { notifyError } from '#src/ui/notify.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'

/** Pictures of the study that the server did not take: others see a gap until they are sent or taken out. */
export function RefusedPictures({ studyId }: { studyId: string }) {
  // Documents and pages of the booklet tell of theirs where they stand.
  const refused = useRefusedFiles(studyId).filter(({ purpose }) => purpose === 'report_image')
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
      <Button
        size="xs"
        variant="default"
        mt="xs"
        onClick={() => void retryFiles(refused.map(({ id }) => id)).catch(notifyError)}
      >
        {WORDS.retry}
      </Button>
    </Alert>
  )
}
