import { Button, FileButton, Tooltip } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type Imported, importSealed } from '#src/sync/sealed/sealed-file.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { ImportResult } from './ImportResult.tsx'

export interface ImportButtonProps {
  isOnline: boolean
}

/** Imports a sealed file of any device to the server and lists the results of its changes. */
export function ImportButton({ isOnline }: ImportButtonProps) {
  const parts = useAct()
  const [, { isBusy, run }] = parts
  const [result, setResult] = useState<Imported>()
  const forgetFile = useRef<() => void>(null)

  const bring = async (file: File | null) => {
    if (!file) return
    await run(async () => setResult(await importSealed(file)))
    // Allows the same file to be chosen again.
    forgetFile.current?.()
  }
  return (
    <ActBox parts={parts} title={WORDS.importFailed} maw={320}>
      <FileButton
        resetRef={forgetFile}
        accept="application/json,.json"
        onChange={(file) => void bring(file)}
        disabled={!isOnline || isBusy}
      >
        {(props) => (
          <Tooltip label={WORDS.importNeedsNetwork} disabled={isOnline}>
            <Button
              {...props}
              variant="default"
              loading={isBusy}
              aria-disabled={!isOnline || undefined}
              data-disabled={!isOnline || undefined}
              leftSection={<IconFileImport size={16} aria-hidden />}
            >
              {WORDS.import}
            </Button>
          </Tooltip>
        )}
      </FileButton>
      {result && <ImportResult result={result} onClose={() => setResult(undefined)} />}
    </ActBox>
  )
}
