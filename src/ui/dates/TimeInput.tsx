import { IconClock } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatClock } from '#domain/time/formats.ts'
import { parseTypedTime, type TimeText } from '#domain/time/typed-time.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useDayLanguage } from './day-language.ts'
import { PickerField, type PickerInputProps } from './PickerField.tsx'
import { TimePanel } from './panels.ts'
import { type TimeLanguage, useTimeLanguage } from './time-language.ts'
import { type Reading, useTyped } from './use-typed.ts'

export interface TimeInputProps extends PickerInputProps {
  /** Empty for none. */
  value: TimeText
  onChange: (time: TimeText) => void
  /** The zone of the clock that `n` and the Now button use: the branch's, if there is one. */
  zone?: string
}

/** A time of day (HH:mm), shown as hh:mm A (in other languages HH:mm) and typed as people write it (`14:05`, `930`, `2pm`, `n`). */
export function TimeInput({ value, onChange, zone = branchZone(), ...input }: TimeInputProps) {
  const field = useRef<HTMLInputElement>(null)
  const language = useTimeLanguage()
  const { locale, dir } = useDayLanguage()
  const read = (text: string) => readTime(text, zone, language)
  const typed = useTyped({ value, onChange, format: language.format, read, field })
  return (
    <PickerField
      {...input}
      typed={typed}
      field={field}
      icon={<IconClock size={16} stroke={1.5} aria-hidden />}
      words={language}
      language={{ locale, dir }}
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

function readTime(text: string, zone: string, { problem }: TimeLanguage): Reading {
  const found = parseTypedTime(text, formatClock(new Date(), zone))
  return 'problem' in found
    ? { problem: problem[found.problem] }
    : { value: found.time, isWhole: found.isWhole }
}
