import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { giveUp, retryParked } from '#src/sync/outbox/parked.ts'
import type { QueueItem } from '#src/sync/outbox/use-queue.ts'
import { notifyError } from '#src/ui/notify.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import type { ReportWriter } from '../writer/report-writer.ts'
import { useWriterState } from '../writer/use-open-report.ts'

export interface DeliveryNotesProps {
  writer: ReportWriter
  /** A save that the server refused for another reason than a conflict. */
  refused: QueueItem | undefined
}

/** What a person must act on: a device that cannot store, a save that the server refused for another reason than a conflict. */
export function DeliveryNotes({ writer, refused }: DeliveryNotesProps) {
  const problem = useWriterState(writer, (state) => state.problem)
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
          <Group gap="xs" mt="xs">
            <Button size="xs" variant="default" onClick={() => void attempt(() => retryParked(refused.id))}>
              {WORDS.retry}
            </Button>
            {refused.key === 'saveReport' && (
              <Button
                size="xs"
                variant="default"
                onClick={() => void attempt(() => saveAnew(writer, refused.id))}
              >
                {WORDS.saveAnew}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </>
  )
}

/** The text as it stands now takes the place of the one that was refused. */
async function saveAnew(writer: ReportWriter, refusedId: string): Promise<void> {
  await giveUp(refusedId)
  await writer.save('Draft')
}

async function attempt(run: () => Promise<void>): Promise<void> {
  await run().catch(notifyError)
}
