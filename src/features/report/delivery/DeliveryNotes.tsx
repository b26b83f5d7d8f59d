import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { QueueItem } from '#src/sync/outbox/look/use-queue.ts'
import { giveUp, retryParked } from '#src/sync/outbox/refused/parked.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import type { ReportWriter } from '../writer/report-writer.ts'
import { useWriterState } from '../writer/use-open-report.ts'

export interface DeliveryNotesProps {
  writer: ReportWriter
  /** A save that the server refused for a reason other than a conflict. */
  refused: QueueItem | undefined
}

/**
 * Notes on which a person must act: the device cannot store the text, or the server refused a save for a
 * reason other than a conflict.
 */
export function DeliveryNotes({ writer, refused }: DeliveryNotesProps) {
  const problem = useWriterState(writer, (state) => state.problem)
  const [box, act] = useAct()
  return (
    <>
      {problem && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          role="alert"
          title={WORDS.notKept}
        >
          {problem.message} {WORDS.notKeptHint}
        </Alert>
      )}
      {refused && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          role="alert"
          title={refused.label}
        >
          <Text>{WORDS.parked(refused.reason ?? '')}</Text>
          <Group gap="xs" mt="xs" ref={box}>
            <Button size="xs" variant="default" onClick={() => void act.run(() => retryParked(refused.id))}>
              {WORDS.retry}
            </Button>
            {refused.key === 'saveReport' && (
              <Button
                size="xs"
                variant="default"
                onClick={() => void act.run(() => saveAnew(writer, refused.id))}
              >
                {WORDS.saveAnew}
              </Button>
            )}
            <RefusalNote act={act} />
          </Group>
        </Alert>
      )}
    </>
  )
}

/** Saves the current text in place of the refused one. */
async function saveAnew(writer: ReportWriter, refusedId: string): Promise<void> {
  await giveUp(refusedId)
  await writer.save('Draft')
}
