import { Button, Group } from '@mantine/core'
import { refuseUndecidedAi } from '#domain/report/checks/undecided-ai.ts'
import { AI_DRAFT_WORDS as WORDS } from '#src/parts/ai-draft/words.ts'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import type { ReportWriter } from '../writer/report-writer.ts'
import { useWriterState } from '../writer/use-open-report.ts'
import { draftOf } from './use-ai-draft.ts'

export interface UndecidedAiNoteProps {
  writer: ReportWriter
  onGo: () => unknown
}

/**
 * Shows why the signature was stopped, with a link to the sentences; the count falls as they are decided, and
 * the note disappears at zero.
 */
export function UndecidedAiNote({ writer, onGo }: UndecidedAiNoteProps) {
  const words = useWriterState(writer, ({ text }) => refuseUndecidedAi(text))
  // Marks without sentences are removed in the panel, or in the text.
  const hasSentences = useWriterState(writer, ({ text }) => draftOf(text).sentences.length > 0)
  if (words === undefined) return null
  return (
    <Group gap="xs">
      {/* Keep the focus at the first sentence. */}
      <RefusalLine words={[words]} />
      {hasSentences && (
        <Button variant="subtle" size="compact-sm" onClick={onGo}>
          {WORDS.goThere}
        </Button>
      )}
    </Group>
  )
}
