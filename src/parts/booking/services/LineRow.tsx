import { ActionIcon, NativeSelect, Table, Text, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { formatClock } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { minutesOf } from '#domain/visit/open-hours.ts'
import { dayFrame } from '#src/parts/calendar/day-frame.ts'
import { TimeInput } from '#src/ui/dates/TimeInput.tsx'
import { setAmounts, setPlace, setSlotStart } from '../draft/change-draft.ts'
import type { DraftLine } from '../draft/draft.ts'
import type { TimedSlot } from '../draft/timetable.ts'
import { AmountInput } from '../prices/AmountInput.tsx'
import { useMoney } from '../prices/use-money.ts'
import { type Booking, isCancelledLine } from '../use-booking.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import type { Services } from './use-services.ts'

export interface LineRowProps {
  booking: Booking
  services: Services
  slot: TimedSlot
  line: DraftLine
  /** Its index among the slot's services: the first one shows the slot's time. */
  place: number
  zone: string
  /** Its machine or time was refused: the message is at the buttons. */
  refused: 'place' | 'time' | undefined
}

export function LineRow({ booking, services, slot, line, place, zone, refused }: LineRowProps) {
  const { change, reckoning, decimals, isDiscountOpen } = booking
  const money = useMoney()
  const reckoned = reckoning.lines.find(({ id }) => id === line.id)
  if (!reckoned) return null
  const isOut = isCancelledLine(line)
  return (
    <Table.Tr opacity={isOut ? 0.55 : 1}>
      <Table.Td>
        {line.name}
        {line.code !== '' && (
          <Text size="xs" c="dimmed">
            {line.code}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={booking.draft.isRadiology ? WORDS.machine : WORDS.doctor}>
        <PlaceSelect booking={booking} line={line} disabled={isOut} isRefused={refused === 'place'} />
      </Table.Td>
      <Table.Td className="tabular" data-label={place === 0 ? WORDS.time : undefined}>
        {place === 0 ? (
          <SlotTime booking={booking} slot={slot} line={line} zone={zone} refused={refused} />
        ) : null}
      </Table.Td>
      <Table.Td data-label={WORDS.charges}>
        <AmountInput
          aria-label={WORDS.of(WORDS.charges, line.name)}
          size="xs"
          value={reckoned.chargesText}
          decimals={decimals}
          disabled={isOut}
          error={reckoned.problem === 'charges'}
          onChange={(charges) => change((now) => setAmounts(now, line.id, { charges }))}
        />
      </Table.Td>
      <Table.Td data-label={WORDS.discount}>
        <AmountInput
          aria-label={WORDS.of(WORDS.discount, line.name)}
          size="xs"
          value={reckoned.discountText}
          decimals={decimals}
          disabled={isOut || !isDiscountOpen}
          error={reckoned.problem === 'discount'}
          onChange={(discount) => change((now) => setAmounts(now, line.id, { discount }))}
        />
      </Table.Td>
      <Table.Td ta="end" className="tabular" data-label={WORDS.net}>
        {isOut ? '–' : money.format(reckoned.net)}
      </Table.Td>
      <Table.Td>
        <RemoveButton line={line} services={services} />
      </Table.Td>
    </Table.Tr>
  )
}

function PlaceSelect({
  booking,
  line,
  disabled,
  isRefused,
}: Pick<LineRowProps, 'booking' | 'line'> & { disabled: boolean; isRefused: boolean }) {
  const { catalogue, change, draft } = booking
  const places = catalogue.placesOf(line.departmentId)
  const what = draft.isRadiology ? WORDS.machine : WORDS.doctor
  const choices = places.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <NativeSelect
      size="xs"
      aria-label={WORDS.of(what, line.name)}
      data={[{ value: '', label: '–' }, ...choices]}
      value={line.placeId ?? ''}
      disabled={disabled}
      error={isRefused}
      onChange={(event) => {
        const placeId = event.currentTarget.value || null
        change((now) => setPlace(now, line.id, placeId))
      }}
    />
  )
}

function SlotTime({
  booking,
  slot,
  line,
  zone,
  refused,
}: Pick<LineRowProps, 'booking' | 'slot' | 'line' | 'zone' | 'refused'>) {
  const frame = dayFrame(dayAt(new Date(slot.start), zone), zone)
  return (
    <TimeInput
      size="xs"
      miw={104}
      zone={zone}
      required
      aria-label={WORDS.of(WORDS.time, line.name)}
      error={refused === 'time'}
      value={formatClock(new Date(slot.start), zone)}
      onChange={(time) => {
        const minutes = minutesOf(time)
        if (minutes !== undefined)
          booking.change((now) => setSlotStart(now, slot.key, frame.instantAt(minutes)))
      }}
    />
  )
}

function RemoveButton({ line, services }: Pick<LineRowProps, 'line' | 'services'>) {
  const why = services.keptBecause(line)
  const isOff = why !== undefined
  return (
    <Tooltip label={why ?? ''} disabled={!isOff}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={WORDS.remove(line.name)}
        aria-disabled={isOff || undefined}
        data-disabled={isOff || undefined}
        onClick={(event) => (isOff ? event.preventDefault() : services.remove(line.id))}
      >
        <IconTrash size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
