import { IconClock } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatClock } from '#domain/time/formats.ts'
import { formatTimeText, parseTypedTime, type TimeText } from '#domain/time/typed-time.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { PickerField, type PickerInputProps } from './PickerField.tsx'
import { TimePanel } from './panels.ts'
import { type Reading, useTyped } from './use-typed.ts'
import { DATES_WORDS as WORDS } from './words.ts'

export interface TimeInputProps extends PickerInputProps {
  /** Empty for none. */
  value: TimeText
  onChange: (time: TimeText) => void
  /** The zone whose clock `n` and the button Now take: the branch's, where there is one. */
  zone?: string
}

/** A time of day (HH:mm), shown as hh:mm A and typed as people write it (`14:05`, `930`, `2pm`, `n`). */
export function TimeInput({ value, onChange, zone = placeZone(), ...input }: TimeInputProps) {
  const field = useRef<HTMLInputElement>(null)
  const read = (text: string) => readTime(text, zone)
  const typed = useTyped({ value, onChange, format: formatTimeText, read, field })
  return (
    <PickerField
      {...input}
      typed={typed}
      field={field}
      icon={<IconClock size={16} stroke={1.5} aria-hidden />}
      words={{ open: WORDS.openTimes, panel: WORDS.times, hint: WORDS.timeHint }}
      load={TimePanel.load}
      renderPanel={(close) => (
        <TimePanel
          time={value}
          zone={zone}
          canClear={!input.required && !input.withAsterisk && value !== ''}
          onTime={(time) => {
            typed.choose(time)
            close()
          }}
        />
      )}
    />
  )
}

function readTime(text: string, zone: string): Reading {
  const found = parseTypedTime(text, formatClock(new Date(), zone))
  return 'problem' in found
    ? { problem: WORDS.timeProblem[found.problem] }
    : { value: found.time, isWhole: found.isWhole }
}
