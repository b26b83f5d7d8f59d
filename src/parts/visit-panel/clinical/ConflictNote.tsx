import { Alert, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import type { ClinicalRecord } from '#domain/clinical/record-id.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { settleClinicalText } from '#src/sync/clinical/clinical-texts.ts'
import { type ClinicalConflict, useClinicalConflict } from '#src/sync/clinical/use-clinical-conflict.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './clinical.module.css'
import { CLINICAL_WORDS as WORDS } from './words.ts'

export interface ConflictNoteProps {
  id: string
  kind: ClinicalRecord
  /** Shows a content read-only. */
  Reader: ComponentType<{ content: string }>
  /** Called with the chosen text. */
  onSettled: (content: string) => void
}

/** Both texts of a record that was changed on another device in the meantime, and the choice between them. */
export function ConflictNote({ id, kind, Reader, onSettled }: ConflictNoteProps) {
  const [box, act] = useAct()
  const conflict = useClinicalConflict(id, kind)
  if (!conflict) return null
  const { mine, theirs } = conflict
  const settle = (content: string) => void act.run(() => settleWith(conflict, content, onSettled))
  const side = (title: string, content: string, action: string) => (
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>{title}</Text>
      <div className={classes.side}>
        <Reader content={content} />
      </div>
      <Button size="xs" variant="default" onClick={() => settle(content)}>
        {action}
      </Button>
    </Stack>
  )
  return (
    <Alert color="red" variant="light" role="alert" title={WORDS.conflictTitle} ref={box}>
      <Text mb="xs">{WORDS.conflictHint}</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {side(WORDS.mine, mine.content, WORDS.keepMine)}
        {side(WORDS.theirs(formatDateTime(theirs.updated, branchZone())), theirs.content, WORDS.takeTheirs)}
      </SimpleGrid>
      <RefusalNote act={act} />
    </Alert>
  )
}

async function settleWith(
  { mine, theirs }: ClinicalConflict,
  content: string,
  onSettled: (content: string) => void,
): Promise<void> {
  await settleClinicalText({ ...mine, content, updated: Date.now() }, theirs.rev)
  onSettled(content)
}
