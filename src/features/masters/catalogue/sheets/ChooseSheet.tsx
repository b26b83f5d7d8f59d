import { Button, Text } from '@mantine/core'
import '@mantine/dropzone/styles.layer.css'
import { Dropzone } from '@mantine/dropzone'
import { IconDownload, IconTableImport } from '@tabler/icons-react'
import { MEDIA_TYPES } from '#domain/file/sniff.ts'
import { rulesOf, type SheetKind } from '#domain/masters/sheet-imports.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { openExcel } from '#src/workers/excel-client.ts'
import classes from '../catalogue.module.css'
import { IMPORT_WORDS as WORDS } from '../words.ts'

export interface ChooseSheetProps {
  sheet: SheetKind
  sampleName: string
  onChoose: (file: File) => void
}

/** Drops or chooses a file; the reader of the file decides whether it is accepted. */
export function ChooseSheet({ sheet, sampleName, onChoose }: ChooseSheetProps) {
  const parts = useAct()
  const [, act] = parts
  const choose = (files: readonly File[]) => {
    if (files[0]) onChoose(files[0])
  }
  return (
    <>
      <Dropzone
        onDrop={choose}
        onReject={(rejected: readonly { file: File }[]) => choose(rejected.map(({ file }) => file))}
        accept={{ [MEDIA_TYPES.xlsx]: ['.xlsx'], 'text/csv': ['.csv'], 'text/plain': ['.txt'] }}
        maxFiles={1}
        multiple={false}
        inputProps={{ 'aria-label': WORDS.choose }}
      >
        <div className={classes.drop}>
          <IconTableImport size={32} stroke={1.5} aria-hidden />
          <Text fw={600}>{WORDS.drop}</Text>
          <Text c="dimmed">{WORDS.chooseHint}</Text>
        </div>
      </Dropzone>
      <ActBox parts={parts}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
          onClick={() => void act.run(() => downloadSample(sheet, sampleName))}
        >
          {WORDS.sample}
        </Button>
      </ActBox>
    </>
  )
}

/** Downloads a sheet with the headings and two valid rows. */
async function downloadSample(sheet: SheetKind, name: string): Promise<void> {
  const thread = openExcel()
  try {
    const { columns, sample } = rulesOf(sheet)
    await thread.begin(
      WORDS.preview,
      columns.map(({ title }) => ({ title, width: Math.max(14, title.length + 2) })),
    )
    await thread.add(sample.map((row) => columns.map((column) => row[column.name] ?? '')))
    downloadBlob(await thread.finish(), name)
  } finally {
    thread.close()
  }
}
