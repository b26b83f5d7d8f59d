import { Modal, Stack, Text } from '@mantine/core'
import { SlotButtons } from '#src/parts/booking/SlotButtons.tsx'
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
          <SlotButtons slots={refused.slots} zone={zone} onPick={onPick} />
        </Stack>
      )}
    </Modal>
  )
}
