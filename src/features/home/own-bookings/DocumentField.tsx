import { Button, CloseButton, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { acceptOf, refuseNamedFile } from '#domain/file/limits.ts'
import { uploadNow } from '#src/sync/files/upload-now.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import type { SentDocument } from './request-values.ts'
import { OWN_BOOKINGS_WORDS as WORDS } from './words.ts'

export interface DocumentFieldProps {
  document: SentDocument | undefined
  onChange: (document: SentDocument | undefined) => void
  error: string | undefined
  disabled: boolean
}

/** An image or PDF that goes with the request; one that is not taken is cleared, with its reason. */
export function DocumentField({ document, onChange, error, disabled }: DocumentFieldProps) {
  const [percent, setPercent] = useState<number>()
  const [box, act] = useAct()
  const send = async (file: File) => {
    onChange(undefined)
    const refusal = refuseNamedFile('requestDocument', file)
    if (refusal) throw new Error(refusal.message)
    setPercent(0)
    try {
      const onProgress = (share: number) => setPercent(Math.round(share * 100))
      const id = await uploadNow(file, { purpose: 'request_document', onProgress })
      onChange({ id, name: file.name, isPdf: file.name.toLowerCase().endsWith('.pdf') })
    } finally {
      setPercent(undefined)
    }
  }
  return (
    <Stack gap={4} ref={box}>
      <Text size="sm" fw={500}>
        {WORDS.fields.document}
      </Text>
      <Group gap="xs">
        <FileButton
          accept={acceptOf('requestDocument')}
          onChange={(file) => file && void act.run(() => send(file))}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPaperclip size={16} aria-hidden />}
              disabled={disabled || percent !== undefined}
            >
              {WORDS.chooseFile}
            </Button>
          )}
        </FileButton>
        {document && (
          <Group gap={4}>
            <Text size="sm">{document.name}</Text>
            <CloseButton size="sm" aria-label={WORDS.removeFile} onClick={() => onChange(undefined)} />
          </Group>
        )}
      </Group>
      {percent !== undefined && <Progress value={percent} aria-label={WORDS.uploading(percent)} />}
      <RefusalNote act={act} title={WORDS.notUploaded} />
      <Text size="xs" c={error ? 'red.4' : 'dimmed'}>
        {error ?? WORDS.documentHint}
      </Text>
    </Stack>
  )
}
