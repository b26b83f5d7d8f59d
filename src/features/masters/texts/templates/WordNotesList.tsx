import { List, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCheck, IconTransform, IconX } from '@tabler/icons-react'
import type { WordNotes } from '#src/workers/word-client.ts'
import { UPLOAD_WORDS as WORDS } from '../words.ts'

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const
const COLUMNS = [
  { kind: 'kept', icon: <IconCheck {...ICON} color="var(--mantine-color-green-4)" /> },
  { kind: 'changed', icon: <IconTransform {...ICON} color="var(--mantine-color-orange-4)" /> },
  { kind: 'lost', icon: <IconX {...ICON} color="var(--mantine-color-red-4)" /> },
] as const

export interface WordNotesListProps {
  notes: WordNotes
}

/** The outcome of a Word document's parts: kept, changed or lost. */
export function WordNotesList({ notes }: WordNotesListProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      {COLUMNS.map(({ kind, icon }) => (
        <Stack key={kind} gap={4} component="section" aria-label={WORDS.notes[kind]}>
          <Text size="sm" fw={600}>
            {WORDS.notes[kind]}
          </Text>
          {notes[kind].length === 0 ? (
            <Text size="sm" c="dimmed">
              {WORDS.none}
            </Text>
          ) : (
            <List size="sm" icon={icon} spacing={2}>
              {notes[kind].map((words) => (
                <List.Item key={words}>{words}</List.Item>
              ))}
            </List>
          )}
        </Stack>
      ))}
    </SimpleGrid>
  )
}
