import { Button, Group, Text } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Base } from '#contract/kernel/bases.ts'
import { askFile } from '#src/sync/api/ask-file.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { PDF_WORDS as WORDS } from './words.ts'

export interface PdfButtonProps {
  label: string
  fileName: string
  base: Base
  /** The call that returns the PDF, and its input when the button is pressed. */
  path: string
  input: () => Record<string, unknown>
}

/** Downloads a PDF that the server creates. Can be cancelled while it is created; needs the network. */
export function PdfButton({ label, fileName, base, path, input }: PdfButtonProps) {
  const parts = useAct()
  const [, { isBusy: isMaking, run }] = parts
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const download = async () => {
    const stopping = new AbortController()
    stop.current = stopping
    try {
      const response = await askFile(base, path, input(), stopping.signal)
      downloadBlob(await response.blob(), fileName)
      notifyDone(WORDS.done(fileName))
    } catch (error) {
      if (stopping.signal.aborted) notifyDone(WORDS.cancelled)
      else throw error
    }
  }
  if (isMaking)
    return (
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" role="status">
          {WORDS.making}
        </Text>
        <Button variant="default" onClick={() => stop.current?.abort()}>
          {WORDS.cancel}
        </Button>
      </Group>
    )
  return (
    <ActBox parts={parts} title={WORDS.failed} maw={320}>
      <OnlineButton
        variant="default"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => void run(download)}
      >
        {label}
      </OnlineButton>
    </ActBox>
  )
}
