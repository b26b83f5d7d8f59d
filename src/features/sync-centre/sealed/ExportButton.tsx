import { Button, type ButtonProps } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { notifyDone, notifyError } from '#src/ui/notify.ts'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { saveSealedFile } from './save-sealed-file.ts'

export interface ExportButtonProps {
  /** Only these changes; all where none are given. */
  ids?: readonly string[]
  size?: ButtonProps['size']
  disabled?: boolean
  children: ReactNode
}

/** Gives what waits to the person as a sealed file. */
export function ExportButton({ ids, size, disabled, children }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const count = await saveSealedFile(ids)
      notifyDone(count === 0 ? WORDS.nothingToExport : WORDS.exportedCount(count))
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      size={size}
      loading={isBusy}
      disabled={disabled}
      title={WORDS.exportHint}
      leftSection={<IconFileExport size={16} aria-hidden />}
      onClick={() => void save()}
    >
      {children}
    </Button>
  )
}
