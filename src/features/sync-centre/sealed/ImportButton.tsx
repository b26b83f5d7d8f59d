import { Button, FileButton, Tooltip } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type Imported, importSealed } from '#src/sync/sealed/sealed-file.ts'
import { notifyError } from '#src/ui/notify.ts'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { ImportResult } from './ImportResult.tsx'

export interface ImportButtonProps {
  isOnline: boolean
}

/** Brings a sealed file of any device to the server and lists what became of its changes. */
export function ImportButton({ isOnline }: ImportButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<Imported>()
  const forgetFile = useRef<() => void>(null)

  const bring = async (file: File | null) => {
    if (!file) return
    setBusy(true)
    try {
      setResult(await importSealed(file))
    } catch (error) {
      notifyError(error, WORDS.importFailed)
    } finally {
      setBusy(false)
      // The same file may be chosen again.
      forgetFile.current?.()
    }
  }
  return (
    <>
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
    </>
  )
}
