import '@mantine/dates/styles.layer.css'
import { Chip, Group, Text } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import {
  type DayRange,
  daysOfQuickRange,
  findQuickRange,
  type QuickRange,
} from '#domain/time/quick-ranges.ts'
import type { DayLimits } from '#domain/time/typed-day.ts'
import type { DayText } from '#domain/time/zones.ts'
import { nearest } from './CalendarPanel.tsx'
import { CALENDAR_CLASSES, dayProps, namesIn } from './calendar-props.ts'
import classes from './dates.module.css'
import { useDayLanguage } from './day-language.ts'
import { useDayKeys } from './use-day-keys.ts'
import { useTouchSize } from './use-touch-size.ts'
import { useWeekend } from './use-weekend.ts'
import { DATES_WORDS as WORDS } from './words.ts'

export interface RangePanelProps extends DayLimits {
  range: DayRange
  today: DayText
  ranges: readonly QuickRange[]
  onRange: (range: DayRange) => void
}

/** Quick ranges, and months to choose the first and last day from. */
export default function RangePanel({ range, today, ranges, min, max, onRange }: RangePanelProps) {
  const [picked, setPicked] = useState<[DayText | null, DayText | null]>([
    range.from ?? null,
    range.to ?? null,
  ])
  const months = useMediaQuery('(min-width: 40em)', false) ? 2 : 1
  const language = useDayLanguage()
  const weekend = useWeekend()
  const first = nearest(range.from ?? today, { min, max })
  const { boxProps, focused, shown, show } = useDayKeys({ first, months, min, max })
  const size = useTouchSize()
  const pick = (next: [DayText | null, DayText | null]) => {
    setPicked(next)
    if (next[0] && next[1]) onRange({ from: next[0], to: next[1] })
  }
  const isOpenEnded = picked[0] !== null && picked[1] === null
  return (
    <div {...boxProps}>
      <Chip.Group
        value={findQuickRange(range, today) ?? ''}
        onChange={(name) => onRange(daysOfQuickRange(name as QuickRange, today))}
      >
        <Group gap={6} mb="xs" role="group" aria-label={WORDS.quickRanges}>
          {ranges.map((name) => (
            <Chip
              key={name}
              value={name}
              size="xs"
              radius="sm"
              classNames={{ label: classes.chip, iconWrapper: classes.chipIcon }}
              // Clicking the chosen range chooses it again, which closes the panel.
              onClick={() => name === findQuickRange(range, today) && onRange(range)}
            >
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <DatePicker
        type="range"
        allowSingleDateInRange
        classNames={CALENDAR_CLASSES}
        {...namesIn(language)}
        weekendDays={weekend}
        size={size}
        hideOutsideDates
        numberOfColumns={months}
        value={picked}
        onChange={pick}
        date={shown}
        onDateChange={show}
        minDate={min || undefined}
        maxDate={max || undefined}
        getDayProps={(one) => dayProps(one, { today, focused })}
      />
      <Text size="xs" c="dimmed" mt={8} role="status">
        {isOpenEnded ? WORDS.pickLast : WORDS.rangeHint}
      </Text>
    </div>
  )
}
