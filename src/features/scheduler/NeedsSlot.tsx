import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import type { DayText } from '#domain/time/zones.ts'
import { dayFrame } from '#src/parts/calendar/day-frame.ts'
import { placeOf } from '#src/parts/calendar/events-of.ts'
import { useVisitsBetween } from '#src/sync/desk/use-visit.ts'
import type { SchedulerParams } from './use-scheduler-params.ts'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

export interface NeedsSlotProps {
  place: Pick<SchedulerParams, 'branchId' | 'zone'>
  departmentId: string
  days: readonly DayText[]
  onChoose: (visitId: string) => void
}

/** Visits of the department without a machine slot: they were booked offline while another person took the slot. */
export function NeedsSlot({ place: { branchId, zone }, departmentId, days, onChoose }: NeedsSlotProps) {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const span = { from: dayFrame(first, zone).start, to: dayFrame(last, zone).end }
  const { visits = [] } = useVisitsBetween({ branchId, ...span })
  const waiting = visits.filter(
    ({ status, machines }) =>
      !isVisitCancelled(status) &&
      machines.some((slot) => slot.department_id === departmentId && placeOf(slot) === null),
  )
  if (waiting.length === 0) return null
  return (
    <Alert color="orange" icon={<IconCalendarX aria-hidden />} title={WORDS.needsSlot} mb="xs">
      <Text mb={6}>{WORDS.needsSlotHint}</Text>
      <Group gap="xs">
        {waiting.map(({ id, name, start_dt }) => (
          <Button key={id} size="xs" variant="default" onClick={() => onChoose(id)}>
            {WORDS.choose(name, formatShortDateTime(new Date(start_dt), zone))}
          </Button>
        ))}
      </Group>
    </Alert>
  )
}
