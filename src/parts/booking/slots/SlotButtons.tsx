import { Button, Group } from '@mantine/core'
import type { FreeSlot } from '#contract/calls/visits.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import { placeOfSlot } from './free-slots.ts'

/** For more than these, use the calendar. */
const SHOWN_MAX = 8

export interface SlotButtonsProps {
  slots: readonly FreeSlot[]
  zone: string
  onPick: (slot: FreeSlot) => void
}

/** Free slots to choose from, by time and machine or doctor. */
export function SlotButtons({ slots, zone, onPick }: SlotButtonsProps) {
  return (
    <Group gap="xs">
      {slots.slice(0, SHOWN_MAX).map((slot) => (
        <Button
          key={`${placeOfSlot(slot)} ${slot.start_dt}`}
          variant="default"
          size="xs"
          className="tabular"
          onClick={() => onPick(slot)}
        >
          {formatShortDateTime(new Date(slot.start_dt), zone)} · {slot.machine}
        </Button>
      ))}
    </Group>
  )
}
