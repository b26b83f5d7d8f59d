import { Alert, Button, Group, SegmentedControl, Switch, Tooltip } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { printPdf } from '#src/parts/booklet/print-pdf.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { LanguageSelect } from '#src/ui/language/LanguageSelect.tsx'
import paper from '#src/ui/pdf-frame.module.css'
import { DESK_SHEETS, type DeskPaper } from '#src/workers/pdf-client.ts'
import { DeskPaperFrame } from './DeskPaperFrame.tsx'
import type { PaperContext } from './paper-context.ts'
import { PAPER_WORDS } from './paper-words.ts'
import { type DeskPdf, useDeskPdf } from './use-desk-pdf.ts'
import { type PaperChoice, usePaperContext } from './use-paper-context.ts'
import { type PaperLanguage, usePaperLanguage } from './use-paper-language.ts'
import { PAPERS_WORDS as WORDS } from './words.ts'

export interface PaperDialogProps {
  title: string
  branchId: string
  fileName: string
  /** Returns the paper, or undefined while its data loads. */
  makePaper: (context: PaperContext) => DeskPaper | undefined
  /** The visit whose patient gets the paper, in their language; without one the paper is in English. */
  patientOf?: Shown<'visit'>
  /** Offers an 80 mm roll besides the sheet. */
  isRollOffered?: boolean
  /** What the paper lacks, told beside it. */
  note?: string
  /** The visit whose report QR code the paper shows. */
  codeOf?: string
  /** Printing starts automatically, half a second after the paper is shown. */
  printsItself?: boolean
  onClose: () => void
}

/** A desk paper with its options, to view, print and save; created on this device, also offline. */
export function PaperDialog({ title, patientOf, onClose, ...rest }: PaperDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size="min(860px, 96vw)"
      classNames={{ content: paper.dialog, body: paper.body }}
      closeButtonProps={{ 'aria-label': WORDS.close }}
    >
      {patientOf ? (
        <InPatientsLanguage {...rest} patientOf={patientOf} />
      ) : (
        <PaperDesk {...rest} language={ENGLISH} />
      )}
    </Dialog>
  )
}

type PaperDeskProps = Omit<PaperDialogProps, 'title' | 'onClose' | 'patientOf'>

const ENGLISH = { spoken: { language: 'en', words: PAPER_WORDS.english } } as const

function InPatientsLanguage({ patientOf, ...rest }: PaperDeskProps & { patientOf: Shown<'visit'> }) {
  return <PaperDesk {...rest} language={usePaperLanguage(patientOf)} />
}

function PaperDesk({
  branchId,
  fileName,
  makePaper,
  isRollOffered = false,
  codeOf,
  note,
  printsItself = false,
  language,
}: PaperDeskProps & { language: PaperLanguage | typeof ENGLISH }) {
  const choice = usePaperContext(branchId, isRollOffered, codeOf)
  const { spoken } = language
  const isReady = spoken !== undefined && !choice.isAsking
  const pdf = useDeskPdf(isReady ? makePaper({ ...choice.context, ...spoken }) : undefined, choice.logoLink)
  usePrintOnce(pdf, printsItself)
  return (
    <>
      <Group justify="space-between" gap="sm">
        <PaperOptions choice={choice} isRollOffered={isRollOffered}>
          {'choose' in language && spoken && (
            <LanguageSelect
              label={WORDS.language}
              value={spoken.language}
              choose={language.choose}
              notFetched={undefined}
            />
          )}
        </PaperOptions>
        <PaperActions pdf={pdf} fileName={fileName} />
      </Group>
      {note !== undefined && <Alert color="orange">{note}</Alert>}
      {'choose' in language && language.notFetched && (
        <Alert color="orange">{WORDS.languageNotFetched(ENGLISH_NAMES.of(language.notFetched) ?? '')}</Alert>
      )}
      <DeskPaperFrame pdf={pdf} />
    </>
  )
}

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language' })

interface PaperOptionsProps {
  choice: PaperChoice
  isRollOffered: boolean
  children: ReactNode
}

function PaperOptions({ choice, isRollOffered, children }: PaperOptionsProps) {
  const { context, chooseSheet, chooseLetterhead } = choice
  return (
    <Group gap="md" role="group" aria-label={WORDS.options}>
      {isRollOffered && (
        <SegmentedControl
          aria-label={WORDS.paper}
          size="xs"
          data={DESK_SHEETS.map((value) => ({ value, label: WORDS.sheets[value] }))}
          value={context.sheet}
          onChange={chooseSheet}
        />
      )}
      {context.sheet === 'A4' && (
        <Switch
          label={WORDS.letterhead}
          checked={context.withLetterhead}
          onChange={(event) => chooseLetterhead(event.currentTarget.checked)}
        />
      )}
      {children}
    </Group>
  )
}

function PaperActions({ pdf: { blob }, fileName }: { pdf: DeskPdf; fileName: string }) {
  const reason = blob ? undefined : WORDS.notMade
  const waiting = {
    'data-disabled': reason !== undefined || undefined,
    'aria-disabled': reason !== undefined,
    'aria-description': reason,
  }
  return (
    <Group gap="xs">
      <Tooltip label={reason} disabled={reason === undefined}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => blob && downloadBlob(blob, fileName)}
          {...waiting}
        >
          {WORDS.download}
        </Button>
      </Tooltip>
      <Tooltip label={reason} disabled={reason === undefined}>
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => blob && void printPdf(blob)}
          data-autofocus
          {...waiting}
        >
          {WORDS.print}
        </Button>
      </Tooltip>
    </Group>
  )
}

/** Prints the first available paper, once. */
function usePrintOnce({ blob }: DeskPdf, isWanted: boolean): void {
  const isPrinted = useRef(false)
  useEffect(() => {
    if (!isWanted || !blob || isPrinted.current) return
    isPrinted.current = true
    void printPdf(blob)
  }, [blob, isWanted])
}
