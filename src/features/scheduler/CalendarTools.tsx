import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatDay } from '#domain/time/formats.ts'
import { addDays, type DayText } from '#domain/time/zones.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import type { SchedulerParams } from './use-scheduler-params.ts'
import { SCHEDULER_WORDS as WORDS } from './words.ts'

export interface CalendarToolsProps {
  place: SchedulerParams
  days: readonly DayText[]
  slotMinutes: number
}

/** Controls of the shown days: earlier, today, later, a date, day or week. */
export function CalendarTools({ place, days, slotMinutes }: CalendarToolsProps) {
  const { day, view, zone, go } = place
  const today = useToday(zone)
  const step = view === 'day' ? 1 : 7
  const [first = day, last = day] = [days[0], days.at(-1)]
  return (
    <Group gap="xs" py="xs">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={WORDS.earlier}
        onClick={() => go({ day: addDays(day, -step) })}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Button variant="default" onClick={() => go({ day: undefined })} disabled={day === today}>
        {WORDS.today}
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={WORDS.later}
        onClick={() => go({ day: addDays(day, step) })}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
      <DayInput
        aria-label={WORDS.date}
        zone={zone}
        required
        w={150}
        value={day}
        onChange={(next) => next && go({ day: next })}
      />
      <Text fw={600} className="tabular">
        {first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`}
      </Text>
      <Text c="dimmed" size="sm">
        {WORDS.slot(slotMinutes)}
      </Text>
      <SegmentedControl
        ml="auto"
        aria-label={WORDS.view}
        data={[
          { value: 'day', label: WORDS.day },
          { value: 'week', label: WORDS.week },
        ]}
        value={view}
        onChange={(next) => go({ view: next })}
      />
    </Group>
  )
}
