import { Alert, Button, Text } from '@mantine/core'
import { IconFileX } from '@tabler/icons-react'
import { retryFiles, useRefusedFiles } from '#src/sync/files/refused-files.ts'
import { notifyError } from '#src/ui/notify.ts'
import type { DocumentDesk } from './document-desk.ts'
import { DOCUMENT_WORDS as WORDS } from './words.ts'

/** Files that the server did not take, with its reason; their bytes are kept. */
export function RefusedDocuments({ desk: { owner, purpose } }: { desk: DocumentDesk }) {
  const refused = useRefusedFiles(owner).filter((file) => file.purpose === purpose)
  if (refused.length === 0) return null
  const reasons = [...new Set(refused.map(({ reason }) => reason))].join(' ')
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconFileX aria-hidden />}
      title={WORDS.refused(refused.length)}
    >
      <Text>
        {reasons} {WORDS.kept}
      </Text>
      <Button
        size="xs"
        mt="xs"
        variant="default"
        onClick={() => void retryFiles(refused.map(({ id }) => id)).catch(notifyError)}
      >
        {WORDS.retry}
      </Button>
    </Alert>
  )
}
