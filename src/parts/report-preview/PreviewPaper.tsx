import { Alert, Button, Group, Progress, Stack, Switch, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { OfflineError } from '#src/sync/api/call-api.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { useSteady } from '#src/ui/use-steady.ts'
import { hasText, paperMarkOf } from './paper-input.ts'
import classes from './report-preview.module.css'
import { type ReportPdf, useReportPdf } from './use-report-pdf.ts'
import { VerifyButton } from './VerifyButton.tsx'
import { PREVIEW_WORDS as WORDS } from './words.ts'

/** The paper of one study with its options and buttons. */
export function PreviewPaper({ detail }: { detail: ReportDetail }) {
  const [letterhead, setLetterhead] = useState(true)
  const [signature, setSignature] = useState(true)
  // The same text arrives anew with every poke of the server; only another one is another paper.
  const steady = useSteady(detail)
  const pdf = useReportPdf(steady, { letterhead, signature })
  const mark = paperMarkOf(steady.reports.filter(hasText))
  const { study } = steady
  return (
    <Stack gap="sm" h="100%">
      <Group justify="space-between" gap="sm">
        <Group gap="md" role="group" aria-label={WORDS.options}>
          <Switch
            label={WORDS.withLetterhead}
            checked={letterhead}
            onChange={(event) => setLetterhead(event.currentTarget.checked)}
          />
          <Switch
            label={WORDS.withSignature}
            checked={signature}
            onChange={(event) => setSignature(event.currentTarget.checked)}
          />
        </Group>
        <Group gap="xs">
          <Button
            component="a"
            href={pdf.url}
            download={WORDS.fileName(study.accession_no, study.pat_id)}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            data-disabled={pdf.url === undefined || undefined}
            aria-disabled={pdf.url === undefined}
          >
            {WORDS.download}
          </Button>
          <VerifyButton detail={steady} />
        </Group>
      </Group>
      {mark === 'provisional' && <Alert color="orange">{WORDS.provisional}</Alert>}
      {mark === 'unsigned' && <Alert color="gray">{WORDS.unsigned}</Alert>}
      <Paper pdf={pdf} />
    </Stack>
  )
}

function Paper({ pdf: { url, progress, error, from } }: { pdf: ReportPdf }) {
  if (error) {
    const message = error instanceof OfflineError ? WORDS.offline : error.message
    return <ErrorNote title={WORDS.failed} message={message} kept={WORDS.kept} />
  }
  if (url === undefined) {
    const percent = Math.round(progress * 100)
    return (
      <div className={classes.making}>
        <Text role="status" size="sm">
          {WORDS.making(percent)}
        </Text>
        <Progress value={percent} aria-label={WORDS.making(percent)} />
      </div>
    )
  }
  return (
    <>
      {from === 'device' && (
        <Text c="dimmed" size="sm">
          {WORDS.fromDevice}
        </Text>
      )}
      {navigator.pdfViewerEnabled ? (
        // Browsers show no PDF in a sandboxed frame; this one was made by this page's own worker.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          key={url}
          className={classes.paper}
          src={`${url}#toolbar=0&navpanes=0&view=FitH`}
          title={WORDS.paperLabel}
        />
      ) : (
        <Text className={classes.making}>{WORDS.noViewer}</Text>
      )}
    </>
  )
}
