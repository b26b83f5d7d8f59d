import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { paperFileName } from '#src/workers/pdf-client.ts'
import type { BookletSource, UndatedBooklet } from './booklet-input.ts'
import { useBookletPdf } from './use-booklet-pdf.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

interface SheetActionsProps {
  source: BookletSource
  input: UndatedBooklet
  /** True until it is known whether it may be printed or downloaded. */
  isAsking: boolean
  /** Why it may not be printed or downloaded. */
  refusal: string | undefined
}

/** Print and Download of a booklet, with progress and, if not allowed, the reason. */
export function SheetActions({ source, input, isAsking, refusal }: SheetActionsProps) {
  const { kind, study, paper, zone } = source
  const name = paperFileName(study, zone, kind)
  const { progress, parts, print, download } = useBookletPdf(input, name, { paper, refusal })
  const [box, act] = parts
  const isBusy = isAsking || progress !== undefined
  return (
    <Group justify="flex-end" gap="xs" pb="sm" ref={box}>
      <RefusalNote act={act} title={refusal === undefined ? WORDS.failed : undefined} />
      {progress !== undefined && (
        <Text size="sm" role="status">
          {WORDS.making(Math.round(progress * 100))}
        </Text>
      )}
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={print}
      >
        {WORDS.print}
      </Button>
      <Button loading={isBusy} leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
        {WORDS.download}
      </Button>
    </Group>
  )
}
