import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import type { FreeSlot } from '#contract/calls/visits.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { placeOfSlot } from '#src/parts/booking/slots/free-slots.ts'
import classes from './booking-requests.module.css'
import { REQUEST_WORDS } from './words.ts'

const { convert: WORDS } = REQUEST_WORDS
/** A number of slots that a person can read at a glance. */
const OFFERED = 8

export interface FreeSlotsProps {
  slots: readonly FreeSlot[]
  zone: string
  onPick: (slot: FreeSlot) => void
  /** Set if the branch is closed at the requested time: a reason allows the booking anyway. */
  closed?: { reason: string; onReason: (reason: string) => void } | undefined
}

/** Free slots offered instead of a taken one; a click puts the slot into the form. */
export function FreeSlots({ slots, zone, onPick, closed }: FreeSlotsProps) {
  return (
    <Alert color="orange" role="alert" title={closed ? WORDS.closed : WORDS.taken}>
      <Stack gap="xs">
        <Text size="sm">{slots.length > 0 ? WORDS.free : WORDS.noFree}</Text>
        <div className={classes.slots}>
          {slots.slice(0, OFFERED).map((slot) => (
            <Button
              key={`${placeOfSlot(slot)} ${slot.start_dt}`}
              size="compact-sm"
              variant="default"
              className="tabular"
              onClick={() => onPick(slot)}
            >
              {WORDS.slot(formatDateTime(new Date(slot.start_dt), zone), slot.machine)}
            </Button>
          ))}
        </div>
        {closed && (
          <TextInput
            label={WORDS.hoursReason}
            value={closed.reason}
            maxLength={500}
            onChange={(event) => closed.onReason(event.currentTarget.value)}
          />
        )}
      </Stack>
    </Alert>
  )
}
