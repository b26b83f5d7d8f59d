import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { StudyListInput } from '#contract/calls/studies.ts'
import { formatDate } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { CsvWriting, numberText } from '../csv/CsvWriting.tsx'
import { type CsvFile, useCsvExport } from './use-csv-export.ts'
import { STUDY_CSV_WORDS as WORDS } from './words.ts'

export interface ExportButtonProps {
  input: StudyListInput
  isOnline: boolean
  fileName: string
}

/** Creates the CSV file of the whole list, with progress and Cancel; offline it uses this device's data. */
export function ExportButton({ input, isOnline, fileName }: ExportButtonProps) {
  const { progress, start, cancel } = useCsvExport()
  const isExtended = useSession()?.extended_csv === 1
  const parts = useAct()
  const [, act] = parts
  const download = () =>
    act.run(async () => {
      const file = await start(input, { zone: branchZone(), now: new Date(), isExtended }, isOnline)
      if (file) downloadBlob(file.blob, fileName)
      notifyDone(file ? doneWords(file, { isOnline, isExtended, fileName }) : WORDS.cancelled)
    })
  if (progress)
    return <CsvWriting label={WORDS.download} words={WORDS.writing} progress={progress} onCancel={cancel} />
  return (
    <ActBox parts={parts} title={WORDS.exportFailed} maw={320}>
      <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void download()}>
        {WORDS.download}
      </Button>
    </ActBox>
  )
}

interface Circumstances {
  isOnline: boolean
  isExtended: boolean
  fileName: string
}

function doneWords(
  { from, coveredFrom, rows, isCapped }: CsvFile,
  { isOnline, isExtended, fileName }: Circumstances,
): string {
  const count = numberText(rows)
  const words = () => {
    if (coveredFrom) return WORDS.doneCovered(count, fileName, formatDate(coveredFrom, branchZone()))
    if (from === 'device' && !isOnline) return WORDS.doneOffline(count, fileName)
    return isCapped ? WORDS.doneCapped(count, fileName) : WORDS.done(count, fileName)
  }
  return isExtended && from === 'device' ? `${words()} ${WORDS.withoutVisits}` : words()
}
