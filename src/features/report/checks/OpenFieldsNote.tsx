import { Button, Group } from '@mantine/core'
import { type OpenField, openFields, refuseOpenFields } from '#domain/report/checks/open-fields.ts'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import type { ReportWriter } from '../writer/report-writer.ts'
import { useWriterState } from '../writer/use-open-report.ts'
import { CHECK_WORDS as WORDS } from './words.ts'

export interface OpenFieldsNoteProps {
  writer: ReportWriter
  onGo: (field: OpenField) => void
}

/**
 * Shows why the signature was stopped, with a link to the first open field; lists fewer as they are filled
 * in, and then disappears.
 */
export function OpenFieldsNote({ writer, onGo }: OpenFieldsNoteProps) {
  const words = useWriterState(writer, ({ text }) => refuseOpenFields(openFields(text)))
  if (words === undefined) return null
  const go = () => {
    const [first] = openFields(writer.state().text)
    if (first) onGo(first)
  }
  return (
    <Group gap="xs">
      {/* Keep the focus in the field. */}
      <RefusalLine words={[words]} />
      <Button variant="subtle" size="compact-sm" onClick={go}>
        {WORDS.toField}
      </Button>
    </Group>
  )
}
