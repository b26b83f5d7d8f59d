import { Button, type ButtonProps } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { saveSealedFile } from './save-sealed-file.ts'

export interface ExportButtonProps {
  /** Exports only these changes; all if undefined. */
  ids?: readonly string[]
  size?: ButtonProps['size']
  disabled?: boolean
  children: ReactNode
}

/** Exports waiting changes to a sealed file. */
export function ExportButton({ ids, size, disabled, children }: ExportButtonProps) {
  const parts = useAct()
  const [, act] = parts
  const save = () =>
    act.run(async () => {
      const count = await saveSealedFile(ids)
      notifyDone(count === 0 ? WORDS.nothingToExport : WORDS.exportedCount(count))
    })
  return (
    <ActBox parts={parts} maw={320}>
      <Button
        variant="default"
        size={size}
        loading={act.isBusy}
        disabled={disabled}
        title={WORDS.exportHint}
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={() => void save()}
      >
        {children}
      </Button>
    </ActBox>
  )
}
