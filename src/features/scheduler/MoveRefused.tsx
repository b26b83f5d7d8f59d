import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { formatShortDateTime } from '#domain/time/formats.ts'
import type { RefusedMove } from './use-move.ts'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

export interface MoveRefusedProps {
  refused: RefusedMove | undefined
  zone: string
  onPick: (slot: RefusedMove['slots'][number]) => void
  onClose: () => void
}

/** A move that was refused went back; free places are offered in the place of the taken one. */
export function MoveRefused({ refused, zone, onPick, onClose }: MoveRefusedProps) {
  return (
    <Modal opened={refused !== undefined} onClose={onClose} title={WORDS.moveRefused} centered>
      {refused && (
        <Stack gap="sm">
          <Text>{refused.message}</Text>
          <Text c="dimmed">{refused.slots.length > 0 ? WORDS.freeSlots : WORDS.noFreeSlots}</Text>
          <Group gap="xs">
            {refused.slots.slice(0, 8).map((slot) => (
              <Button
                key={`${slot.machine_id} ${slot.start_dt}`}
                variant="default"
                className="tabular"
                onClick={() => onPick(slot)}
              >
                {formatShortDateTime(new Date(slot.start_dt), zone)} · {slot.machine}
              </Button>
            ))}
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
