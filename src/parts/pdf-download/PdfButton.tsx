import { Button, Group, Text } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Base } from '#contract/kernel/bases.ts'
import { askFile } from '#src/sync/api/ask-file.ts'
import { downloadBlob } from '#src/ui/download-blob.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { notifyDone, notifyError } from '#src/ui/notify.ts'
import { PDF_WORDS as WORDS } from './words.ts'

export interface PdfButtonProps {
  label: string
  fileName: string
  base: Base
  /** The call that answers with the PDF, and what it is asked with when the button is pressed. */
  path: string
  input: () => Record<string, unknown>
}

/** Downloads a PDF that the server makes. While it is made it can be cancelled; it needs the network. */
export function PdfButton({ label, fileName, base, path, input }: PdfButtonProps) {
  const [isMaking, setMaking] = useState(false)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const download = async () => {
    const stopping = new AbortController()
    stop.current = stopping
    setMaking(true)
    try {
      const response = await askFile(base, path, input(), stopping.signal)
      downloadBlob(await response.blob(), fileName)
      notifyDone(WORDS.done(fileName))
    } catch (error) {
      if (stopping.signal.aborted) notifyDone(WORDS.cancelled)
      else notifyError(error, WORDS.failed)
    } finally {
      setMaking(false)
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
    <OnlineButton
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      onClick={() => void download()}
    >
      {label}
    </OnlineButton>
  )
}
