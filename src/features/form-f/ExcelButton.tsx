import { Button } from '@mantine/core'
import type { FormFEntry } from '#contract/calls/form-f.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { openExcel } from '#src/workers/excel-client.ts'
import { REGISTER_COLUMNS } from './register-columns.ts'
import { REGISTER_WORDS as WORDS } from './words.ts'

export interface ExcelButtonProps {
  entries: readonly FormFEntry[]
  month: string
  zone: string
}

/** Writes the register of the month with all columns to an .xlsx file. */
export function ExcelButton({ entries, month, zone }: ExcelButtonProps) {
  const parts = useAct()
  const [, act] = parts
  const make = async () => {
    if (entries.length === 0) throw new Error(WORDS.nothing)
    const thread = openExcel()
    try {
      await thread.begin(
        WORDS.title,
        REGISTER_COLUMNS.map(({ title, width }) => ({ title, width })),
      )
      await thread.add(
        entries.map((entry, at) => REGISTER_COLUMNS.map(({ textOf }) => textOf(entry, zone, at))),
      )
      downloadBlob(await thread.finish(), `${WORDS.fileName(month)}.xlsx`)
    } finally {
      thread.close()
    }
  }
  return (
    <ActBox parts={parts} maw={320}>
      <Button variant="default" loading={act.isBusy} onClick={() => void act.run(make)}>
        {WORDS.excel}
      </Button>
    </ActBox>
  )
}
