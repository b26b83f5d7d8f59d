import { Table, Text } from '@mantine/core'
import stacked from '#src/ui/stacked-table.module.css'
import type { RefusedSlots } from '../slots/refused-slots.ts'
import type { Booking } from '../use-booking.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import { LineRow } from './LineRow.tsx'
import type { Services } from './use-services.ts'

export interface LineTableProps {
  booking: Booking
  services: Services
  zone: string
  /** Services whose machine or time was refused. */
  refused?: RefusedSlots['lines'] | undefined
  /** Only those of this department; all by default. */
  departmentId?: string
}

/** The services of the booking, each with machine, time and money. */
export function LineTable({ booking, services, zone, refused, departmentId }: LineTableProps) {
  const slots = booking.timetable.slots.filter(
    (slot) => departmentId === undefined || slot.departmentId === departmentId,
  )
  if (slots.length === 0) return <Text c="dimmed">{WORDS.noServices}</Text>
  const place = booking.draft.isRadiology ? WORDS.machine : WORDS.doctor
  return (
    <div className={stacked.wrap}>
      <Table verticalSpacing={4} horizontalSpacing={6} className={stacked.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{WORDS.service}</Table.Th>
            <Table.Th w={150}>{place}</Table.Th>
            <Table.Th w={104}>{WORDS.time}</Table.Th>
            <Table.Th w={96} ta="end">
              {WORDS.charges}
            </Table.Th>
            <Table.Th w={90} ta="end">
              {WORDS.discount}
            </Table.Th>
            <Table.Th w={90} ta="end">
              {WORDS.net}
            </Table.Th>
            <Table.Th w={36} aria-label={WORDS.remove('')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {slots.flatMap((slot) =>
            slot.lines.map((line, at) => (
              <LineRow
                key={line.id}
                booking={booking}
                services={services}
                slot={slot}
                line={line}
                place={at}
                zone={zone}
                refused={refused?.get(line.id)}
              />
            )),
          )}
        </Table.Tbody>
      </Table>
    </div>
  )
}
