import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { useSession } from '#src/sync/session/session.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { mayOverbook } from './judge-here.ts'
import { SlotButtons } from './SlotButtons.tsx'
import type { Saving } from './use-save-booking.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

export interface SaveNotesProps {
  saving: Saving
  zone: string
}

/** What the server said against the booking, and what can be done: a free slot, a reason, another try. */
export function SaveNotes({ saving, zone }: SaveNotesProps) {
  const { refusal, freeSlots, needsReason, reason, setReason, problems } = saving
  const fields = Object.entries(refusal?.fields ?? {}).map(([name, rule]) => `${name} ${rule}`)
  const [title, message] = saving.isParked
    ? [WORDS.refused, [refusal?.message, ...fields].join(' ')]
    : [WORDS.refusedHere, refusal?.message]
  return (
    <Stack gap="sm">
      {needsReason && (
        <TextInput
          label={WORDS.reason}
          description={WORDS.reasonHint}
          value={reason}
          maxLength={500}
          required
          error={problems.includes('reason') && WORDS.problems.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {freeSlots !== undefined && <Taken saving={saving} zone={zone} />}
      {refusal && freeSlots === undefined && (
        <ErrorNote title={title} message={message ?? ''} kept={WORDS.kept} />
      )}
    </Stack>
  )
}

/** The slot is taken: what is free instead, or a reason to book it all the same. */
function Taken({ saving, zone }: SaveNotesProps) {
  const { freeSlots = [], pickSlot, refusal, overbookReason, setOverbookReason } = saving
  const session = useSession()
  return (
    <Alert
      color="orange"
      icon={<IconCalendarX aria-hidden />}
      title={refusal?.message ?? WORDS.taken}
      role="alert"
    >
      <Stack gap="xs">
        <Text>{freeSlots.length > 0 ? WORDS.freeSlots : WORDS.noFreeSlots}</Text>
        <SlotButtons slots={freeSlots} zone={zone} onPick={pickSlot} />
        {mayOverbook(session) && (
          <TextInput
            label={WORDS.overbookReason}
            value={overbookReason}
            maxLength={500}
            onChange={(event) => setOverbookReason(event.currentTarget.value)}
          />
        )}
      </Stack>
    </Alert>
  )
}
