import { Button, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { FiledReport } from '#contract/calls/filed-report.ts'
import { usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import { refusalText } from '#src/parts/patient-words/refusal-text.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { usePageAddress } from '#src/ui/files/use-page-address.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import paper from '#src/ui/pdf-frame.module.css'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { PaperFrame } from '../report-preview/PaperFrame.tsx'
import { makeFiledPdf } from './make-filed-pdf.ts'

export interface FiledReportDialogProps {
  /** Loads the report; called once each time the dialog opens. */
  load: () => Promise<FiledReport>
  opened: boolean
  onClose: () => void
}

/** A filed report as paper, for people without device copies: created on the page and discarded when it is closed. */
export function FiledReportDialog({ load, opened, onClose }: FiledReportDialogProps) {
  const { filed } = usePatientLanguage().words
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={filed.title}
      closeButtonProps={{ 'aria-label': filed.close }}
      size="min(1000px, 94vw)"
      classNames={{ content: paper.dialog, body: paper.body }}
    >
      {opened && <FiledPaper load={load} />}
    </Dialog>
  )
}

interface Made {
  progress: number
  blob?: Blob
  url?: string | undefined
  name?: string
  error?: Error
}

function FiledPaper({ load }: Pick<FiledReportDialogProps, 'load'>) {
  const made = useFiledPdf(load)
  const spoken = usePatientLanguage()
  const { filed } = spoken.words
  if (made.error) return <ErrorNote title={filed.failed} message={refusalText(made.error, spoken)} />
  return (
    <Stack gap="sm" h="100%">
      <Group justify="flex-end">
        <Button
          component="a"
          href={made.url}
          download={made.name}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          data-disabled={made.url === undefined || undefined}
          aria-disabled={made.url === undefined}
        >
          {filed.download}
        </Button>
      </Group>
      <PaperFrame pdf={made} words={filed} />
    </Stack>
  )
}

function useFiledPdf(load: () => Promise<FiledReport>): Made {
  const [made, setMade] = useState<Made>({ progress: 0 })
  const ask = useStableCallback<[], Promise<FiledReport>>(load)
  useEffect(() => {
    let isCurrent = true
    const show = (next: Made) => isCurrent && setMade(next)
    const make = async () => {
      const filed = await ask()
      const made = await makeFiledPdf(filed, (progress) => show({ progress }))
      show({ progress: 1, ...made })
    }
    make().catch((error: Error) => show({ progress: 0, error }))
    return () => {
      isCurrent = false
    }
  }, [ask])
  const url = usePageAddress(made.blob)
  return { ...made, url }
}
