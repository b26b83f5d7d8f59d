import { Button, Group, Loader, Text } from '@mantine/core'
import { useState } from 'react'
import type { BranchItem } from '#contract/calls/directory.ts'
import { PrintedPapersButton } from '#src/parts/printed-papers/PrintedPapersButton.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { PdfDialog } from './PdfDialog.tsx'
import { type PdfRange, pdfName, serviceWise, threeC } from './pdf-presets.ts'
import { usePdf } from './use-pdf.ts'
import { SALES_WORDS } from './words.ts'

const { pdf: WORDS } = SALES_WORDS

export interface PdfButtonsProps {
  place: PdfRange
  branches: readonly BranchItem[]
  isOnline: boolean
}

/** The two preset PDFs, and the dialog for other PDFs. */
export function PdfButtons({ place, branches, isOnline }: PdfButtonsProps) {
  const { isMaking, parts, make, cancel } = usePdf()
  const [isOpen, setOpen] = useState(false)
  const reason = isOnline ? undefined : WORDS.offline
  if (isMaking)
    return (
      <Group gap="xs" wrap="nowrap">
        <Loader size="xs" aria-hidden />
        <Text size="sm" role="status">
          {WORDS.making}
        </Text>
        <Button variant="default" onClick={cancel}>
          {WORDS.cancel}
        </Button>
      </Group>
    )
  return (
    <ActBox parts={parts} title={WORDS.failed}>
      <Group gap="xs">
        <ReasonButton
          variant="default"
          reason={reason}
          onClick={() => void make(threeC(place), pdfName(place, '3C'))}
        >
          {WORDS.threeC}
        </ReasonButton>
        <ReasonButton
          variant="default"
          reason={reason}
          onClick={() => void make(serviceWise(place), pdfName(place, 'ServiceWise'))}
        >
          {WORDS.serviceWise}
        </ReasonButton>
        <ReasonButton reason={reason} onClick={() => setOpen(true)}>
          {WORDS.download}
        </ReasonButton>
        <PrintedPapersButton kind="sales" />
        {isOpen && <PdfDialog place={place} branches={branches} onClose={() => setOpen(false)} />}
      </Group>
    </ActBox>
  )
}
