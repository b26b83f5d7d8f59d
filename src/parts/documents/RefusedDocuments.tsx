import { Alert, Button, Text } from '@mantine/core'
import { IconFileX } from '@tabler/icons-react'
import { retryFiles, useRefusedFiles } from '#src/sync/files/refused-files.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import type { RecordDocuments } from './record-documents.ts'
import { DOCUMENT_WORDS as WORDS } from './words.ts'

/** Files that the server refused, with its reason; their bytes are kept. */
export function RefusedDocuments({
  recordDocuments: { owner, purpose },
}: {
  recordDocuments: RecordDocuments
}) {
  const [box, act] = useAct()
  const refused = useRefusedFiles(owner).filter((file) => file.purpose === purpose)
  if (refused.length === 0) return null
  const reasons = [...new Set(refused.map(({ reason }) => reason))].join(' ')
  return (
    <Alert
      ref={box}
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
        onClick={() => void act.run(() => retryFiles(refused.map(({ id }) => id)))}
      >
        {WORDS.retry}
      </Button>
      <RefusalNote act={act} />
    </Alert>
  )
}
