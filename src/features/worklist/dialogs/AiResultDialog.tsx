import { Modal } from '@mantine/core'
import { AiResult } from '#src/parts/ai/AiResult.tsx'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import type { RowDialogProps } from './row-dialogs.tsx'

/** What the AI companies made of a study, over its list. */
export function AiResultDialog({ study, opened, onClose }: RowDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={WORDS.aiTitle} size="min(1100px, 96vw)">
      {opened && <AiResult study={study} />}
    </Modal>
  )
}
