import { Button, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ImportOutcome } from '#contract/calls/excel-import.ts'
import { ASK_UPLOAD } from '#domain/masters/sheet.ts'
import { rulesOf, type SheetKind } from '#domain/masters/sheet-imports.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import type { ChosenSheet, PreviewRow } from '#src/workers/excel-client.ts'
import classes from '../catalogue.module.css'
import { IMPORT_WORDS as WORDS } from '../words.ts'
import { ChooseSheet } from './ChooseSheet.tsx'
import { ImportDone } from './ImportDone.tsx'
import { SheetPreview } from './SheetPreview.tsx'
import { type Import, useImport } from './use-import.ts'

export interface SheetImportProps {
  title: string
  sheet: SheetKind
  /** The keys of existing records. */
  taken: () => Promise<readonly string[]>
  /** The name of the sample file. */
  sampleName: string
  send: (rows: readonly PreviewRow[]) => Promise<ImportOutcome>
  onStands: () => void
  onClose: () => void
  /** The fields that apply to all rows. */
  children?: ReactNode
  /** Why nothing can be sent yet. */
  refusal?: string | undefined
}

/** Imports a sheet: file, preview with a verdict for each row, confirmation, progress and result. */
export function SheetImport(props: SheetImportProps) {
  const { title, sheet, taken, send, onStands, onClose } = props
  const work = useImport({ sheet, taken, send, onStands, stoppedWords: WORDS.stopped })
  const close = () => {
    work.cancel()
    onClose()
  }
  return (
    <SideDrawer title={title} opened onClose={close}>
      <div className={classes.stage}>
        <Stage {...props} work={work} onClose={close} />
      </div>
    </SideDrawer>
  )
}

function Stage(props: SheetImportProps & { work: Import }) {
  const { sheet, sampleName, children, work, onClose } = props
  const { stage } = work
  switch (stage.kind) {
    case 'choose':
      return (
        <>
          {children}
          {stage.failure !== undefined && <ErrorNote title={WORDS.notRead} message={stage.failure} />}
          <ChooseSheet sheet={sheet} sampleName={sampleName} onChoose={(file) => void work.read(file)} />
        </>
      )
    case 'reading':
      return (
        <Running
          words={stage.total === 0 ? WORDS.reading : WORDS.checking(stage.done, stage.total)}
          percent={stage.total === 0 ? 0 : (100 * stage.done) / stage.total}
          onCancel={work.cancel}
        />
      )
    case 'preview':
      return <Preview {...props} rows={stage.rows} read={stage.sheet} />
    case 'sending':
      return (
        <Running
          words={WORDS.sending(stage.sent.answered, stage.rows.length)}
          percent={(100 * stage.sent.answered) / Math.max(1, stage.rows.length)}
          onCancel={work.cancel}
        />
      )
    case 'stopped':
      return (
        <>
          <ErrorNote
            title={WORDS.failed}
            message={stage.failure}
            kept={WORDS.stands(stage.sent.created, stage.rows.length)}
          />
          <div className={classes.footer}>
            <Button variant="default" onClick={onClose}>
              {WORDS.close}
            </Button>
            <OnlineButton onClick={() => void work.upload()}>{WORDS.goOn}</OnlineButton>
          </div>
        </>
      )
    default:
      return <ImportDone sent={stage.sent} onClose={onClose} />
  }
}

function Preview({
  work,
  rows,
  read,
  sheet,
  refusal,
  children,
}: SheetImportProps & { work: Import; rows: readonly PreviewRow[]; read: ChosenSheet | undefined }) {
  const good = rows.filter(({ faults }) => faults.length === 0).length
  const ask = async () => {
    const isSure = await confirmAction({
      title: ASK_UPLOAD,
      message: WORDS.goodRows(good),
      confirmLabel: WORDS.confirm,
    })
    if (isSure) await work.upload()
  }
  return (
    <>
      {children}
      {read && <SheetNote sheet={read} />}
      <SheetPreview rows={rows} columns={rulesOf(sheet).columns} good={good} />
      <div className={classes.footer}>
        <Button variant="default" onClick={work.again}>
          {WORDS.another}
        </Button>
        <OnlineButton refusal={good === 0 ? WORDS.nothingGood : refusal} onClick={() => void ask()}>
          {WORDS.upload(good)}
        </OnlineButton>
      </div>
    </>
  )
}

/** Names the sheet of the workbook that was read, because a person may look at another one. */
function SheetNote({ sheet: { name, notRead, hidden } }: { sheet: ChosenSheet }) {
  return (
    <Text>
      {WORDS.sheetRead(name)}
      {notRead.length > 0 && ` ${WORDS.notReadSheets(notRead)}`}
      {hidden.length > 0 && ` ${WORDS.hiddenSheets(hidden)}`}
    </Text>
  )
}

function Running({ words, percent, onCancel }: { words: string; percent: number; onCancel: () => void }) {
  return (
    <>
      <Text role="status" className="tabular">
        {words}
      </Text>
      <Progress value={percent} aria-label={words} animated={percent === 0} />
      <div className={classes.footer}>
        <Button variant="default" onClick={onCancel}>
          {WORDS.cancel}
        </Button>
      </div>
    </>
  )
}
