import { AiResult } from '#src/parts/ai/AiResult.tsx'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import type { RowDialogProps } from './row-dialogs.tsx'

/** The AI companies' results for a study, over its list. */
export function AiResultDialog({ study, opened, onClose }: RowDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.aiTitle} size="min(1100px, 96vw)">
      {opened && <AiResult study={study} />}
    </Dialog>
  )
}
