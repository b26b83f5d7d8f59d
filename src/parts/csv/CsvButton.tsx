import { IconDownload } from '@tabler/icons-react'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { CsvWriting, numberText } from './CsvWriting.tsx'
import { type CsvTable, useCsvFile } from './use-csv-file.ts'
import { CSV_WORDS as WORDS } from './words.ts'

export interface CsvButtonProps<Row> {
  /** The button's label; `CSV` by default. */
  label?: string
  fileName: string
  /** Returns the file's content, from the list's state when the button is pressed. */
  table: () => CsvTable<Row>
  /** What the file leaves out, shown when it is done. */
  note?: string | undefined
  /** Why no file can be created now. */
  reason?: string | undefined
}

/** Creates the CSV file of a whole list, with progress and Cancel. */
export function CsvButton<Row>({ label = WORDS.csv, fileName, table, note, reason }: CsvButtonProps<Row>) {
  const { progress, make, cancel } = useCsvFile()
  const parts = useAct()
  const [, act] = parts
  const download = () =>
    act.run(async () => {
      const file = await make(table())
      if (!file) return notifyDone(WORDS.cancelled)
      downloadBlob(file.blob, fileName)
      const count = numberText(file.rows)
      const said = file.isCapped ? WORDS.doneCapped(count, fileName) : WORDS.done(count, fileName)
      notifyDone(note ? `${said} ${note}` : said)
    })
  if (progress) return <CsvWriting label={label} progress={progress} onCancel={cancel} />
  return (
    <ActBox parts={parts} title={WORDS.failed} maw={320}>
      <ReasonButton
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        reason={reason}
        onClick={() => void download()}
      >
        {label}
      </ReasonButton>
    </ActBox>
  )
}
