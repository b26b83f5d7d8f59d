import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SlotButtons } from '#src/parts/booking/slots/SlotButtons.tsx'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import type { RefusedMove } from './use-move.ts'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

export interface MoveRefusedProps {
  refused: RefusedMove | undefined
  zone: string
  onPick: (slot: RefusedMove['slots'][number]) => void
  onReason: (reason: string) => void
  onClose: () => void
}

/**
 * Shown after a refused move was reverted: offers free slots instead, and a reason field if a reason allows
 * the move.
 */
export function MoveRefused({ refused, zone, onPick, onReason, onClose }: MoveRefusedProps) {
  return (
    <Dialog opened={refused !== undefined} onClose={onClose} title={WORDS.moveRefused} centered>
      {refused && (
        <Stack gap="sm">
          <Text>{refused.message}</Text>
          {refused.withReason && <ReasonToMove onReason={onReason} />}
          <Text c="dimmed">{refused.slots.length > 0 ? WORDS.freeSlots : WORDS.noFreeSlots}</Text>
          <SlotButtons slots={refused.slots} zone={zone} onPick={onPick} />
        </Stack>
      )}
    </Dialog>
  )
}

function ReasonToMove({ onReason }: Pick<MoveRefusedProps, 'onReason'>) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const give = () => {
    if (reason.trim() === '') setMissing(true)
    else onReason(reason.trim())
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        give()
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={WORDS.reason}
          value={reason}
          maxLength={500}
          error={isMissing && reason.trim() === '' && WORDS.reasonMissing}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" variant="default">
          {WORDS.moveWithReason}
        </Button>
      </Stack>
    </form>
  )
}
