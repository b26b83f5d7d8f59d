import { Alert, Button, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ClinicalRecord } from '#domain/clinical/record-id.ts'
import { DeliveryMark } from '#src/parts/delivery/DeliveryMark.tsx'
import { recordOf } from '#src/sync/clinical/clinical-text.ts'
import { useDelivery } from '#src/sync/desk/use-delivery.ts'
import { retryParked } from '#src/sync/outbox/refused/parked.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { CLINICAL_WORDS as WORDS } from './words.ts'

export interface RecordHeadProps {
  kind: ClinicalRecord
  /** The id of the person's own record; undefined for readers. */
  id: string | undefined
  /** Something was written, so its delivery state is shown. */
  hasText: boolean
  actions?: ReactNode
}

/** The title of a tab and the delivery state of the own record, in the four words of docs/sync.md. */
export function RecordHead({ kind, id, hasText, actions }: RecordHeadProps) {
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" align="baseline">
        <Title order={2} size="h4">
          {WORDS.titles[kind]}
        </Title>
        {id !== undefined && hasText && <DeliveryMark aggregate={recordOf({ id, kind })} />}
      </Group>
      {actions}
      {id === undefined && (
        <Text size="sm" c="dimmed">
          {WORDS.readOnly}
        </Text>
      )}
    </Group>
  )
}

/** Problems that need action: text that could not be saved, and a save that the server refused for another reason. */
export function RecordProblems({
  id,
  kind,
  problem,
}: {
  id: string
  kind: ClinicalRecord
  problem: Error | undefined
}) {
  const [box, act] = useAct()
  const { state, item } = useDelivery(recordOf({ id, kind }))
  const refused = state === 'needs_you' && item && !item.isConflict ? item : undefined
  return (
    <>
      {problem && (
        <Alert color="red" variant="light" role="alert" title={WORDS.notKept}>
          {problem.message} {WORDS.notKeptHint}
        </Alert>
      )}
      {refused && (
        <Alert color="red" variant="light" role="alert" title={WORDS.refused} ref={box}>
          <Text mb="xs">{refused.reason}</Text>
          <Button size="xs" variant="default" onClick={() => void act.run(() => retryParked(refused.id))}>
            {WORDS.retry}
          </Button>
          <RefusalNote act={act} />
        </Alert>
      )}
    </>
  )
}
