import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { IconCalendarX, IconClockExclamation } from '@tabler/icons-react'
import { useSession } from '#src/sync/session/session.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import { mayOverbook } from '../slots/judge-here.ts'
import { SlotButtons } from '../slots/SlotButtons.tsx'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import type { Saving } from './use-save-booking.ts'

export interface SaveNotesProps {
  saving: Saving
  zone: string
}

/** Obstacles to the booking, above its buttons, and the remedies: a free slot, a reason, a retry. */
export function SaveNotes({ saving, zone }: SaveNotesProps) {
  const { refusal, freeSlots, needsReason, isBelowList, reason, setReason, problems, hours } = saving
  const isClosed = hours !== 'nothing' || refusal?.code === 'out_of_hours'
  return (
    <Stack gap="xs">
      <RefusalLine words={[...new Set(problems.map((problem) => WORDS.problems[problem]))]} />
      {needsReason && (
        <TextInput
          label={isBelowList ? WORDS.priceReason : WORDS.reason}
          description={isBelowList ? WORDS.priceReasonHint : WORDS.reasonHint}
          value={reason}
          maxLength={500}
          required
          error={problems.includes('reason') && WORDS.problems.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {isClosed && <Closed saving={saving} zone={zone} />}
      {refusal?.code === 'slot_taken' && <Taken saving={saving} zone={zone} />}
      {refusal && freeSlots === undefined && <Refused saving={saving} />}
    </Stack>
  )
}

/** Refused without an alternative. */
function Refused({ saving: { refusal, refused, isParked } }: Pick<SaveNotesProps, 'saving'>) {
  const names = refused?.names ?? []
  // If a service is named, the message states its rule; otherwise other errors are shown by the server's field names.
  const fields = names.length > 0 ? [] : Object.entries(refusal?.fields ?? {}).map((one) => one.join(' '))
  const next = refusal?.code === 'conflict' ? [WORDS.conflictNext] : []
  const message = [saidOf(refusal?.message ?? '', names), ...(isParked ? fields : []), ...next].join(' ')
  return (
    <div data-refusal tabIndex={-1}>
      <ErrorNote title={isParked ? WORDS.refused : WORDS.refusedHere} message={message} kept={WORDS.kept} />
    </div>
  )
}

/** The branch is closed at this time: free slots in its open hours, or a reason to book it all the same. */
function Closed({ saving, zone }: SaveNotesProps) {
  const { freeSlots, pickSlot, refusal, refused, hours, hoursReason, setHoursReason } = saving
  const isRefused = refusal?.code === 'out_of_hours'
  const isMissing = isRefused && hours === 'reason' && hoursReason.trim() === ''
  return (
    <Alert
      color="orange"
      icon={<IconClockExclamation aria-hidden />}
      title={saidOf(WORDS.closed, refused?.names)}
      role="alert"
      tabIndex={-1}
      data-refusal={isRefused && hours !== 'reason' ? true : undefined}
    >
      <Stack gap="xs">
        {hours === 'otherTime' && <Text>{WORDS.closedOtherTime}</Text>}
        {hours === 'reason' && (
          <TextInput
            label={WORDS.hoursReason}
            value={hoursReason}
            maxLength={500}
            required
            data-refusal={isMissing || undefined}
            error={isMissing && WORDS.hoursReasonMissing}
            onChange={(event) => setHoursReason(event.currentTarget.value)}
          />
        )}
        {isRefused && freeSlots && freeSlots.length > 0 && (
          <>
            <Text>{WORDS.openInstead}</Text>
            <SlotButtons slots={freeSlots} zone={zone} onPick={pickSlot} />
          </>
        )}
      </Stack>
    </Alert>
  )
}

/** The slot is taken: free alternatives, or a reason to book it all the same. */
function Taken({ saving, zone }: SaveNotesProps) {
  const { freeSlots = [], pickSlot, refusal, refused, overbookReason, setOverbookReason } = saving
  const session = useSession()
  return (
    <Alert
      color="orange"
      icon={<IconCalendarX aria-hidden />}
      title={refusal?.message ?? WORDS.taken}
      role="alert"
      tabIndex={-1}
      data-refusal
    >
      <Stack gap="xs">
        {refused?.names.map((name) => (
          <Text key={name} fw={600}>
            {name}
          </Text>
        ))}
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

/** Returns a message preceded by its subjects. */
const saidOf = (message: string, names: readonly string[] = []): string =>
  names.length > 0 ? `${names.join('; ')}: ${message}` : message
