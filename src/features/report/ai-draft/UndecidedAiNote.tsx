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

/** Why the signature was stopped, with the way to the sentences; it counts fewer as they are decided on, and then goes. */
export function UndecidedAiNote({ writer, onGo }: UndecidedAiNoteProps) {
  const words = useWriterState(writer, ({ text }) => refuseUndecidedAi(text))
  // Marks alone are removed in the panel, or in the text.
  const hasSentences = useWriterState(writer, ({ text }) => draftOf(text).sentences.length > 0)
  if (words === undefined) return null
  return (
    <Group gap="xs">
      {/* The focus stands at the first sentence. */}
      <RefusalLine words={[words]} />
      {hasSentences && (
        <Button variant="subtle" size="compact-sm" onClick={onGo}>
          {WORDS.goThere}
        </Button>
      )}
    </Group>
  )
}
