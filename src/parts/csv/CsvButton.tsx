import { Button, Group, Progress, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { COUNT_CAP, CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import { downloadBlob } from '#src/ui/download-blob.ts'
import { notifyDone } from '#src/ui/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { type CsvProgress, type CsvTable, useCsvFile } from './use-csv-file.ts'
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
  if (progress) return <Writing label={label} progress={progress} onCancel={cancel} />
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

interface WritingProps {
  label: string
  progress: CsvProgress
  onCancel: () => void
}

function Writing({ label, progress: { rows, of }, onCancel }: WritingProps) {
  const isCounted = of < COUNT_CAP
  const expected = isCounted ? of : CSV_ROWS_MAX
  return (
    <Group gap="sm" wrap="nowrap">
      <div>
        <Text size="sm" role="status">
          {WORDS.writing(numberText(rows), isCounted ? numberText(of) : `${numberText(COUNT_CAP - 1)}+`)}
        </Text>
        <Progress
          value={expected === 0 ? 0 : Math.min(100, (rows / expected) * 100)}
          aria-label={label}
          transitionDuration={0}
        />
      </div>
      <Button variant="default" onClick={onCancel}>
        {WORDS.cancel}
      </Button>
    </Group>
  )
}

const NUMBER = new Intl.NumberFormat('en-US')
const numberText = (value: number) => NUMBER.format(value)
