import { useState } from 'react'
import { formatDay } from '#domain/time/formats.ts'
import type { DayRange } from '#domain/time/quick-ranges.ts'
import type { DayLimits } from '#domain/time/typed-day.ts'
import type { DayText } from '#domain/time/zones.ts'
import { readDay } from './read-day.ts'
import { DATES_WORDS as WORDS } from './words.ts'

export type End = 'from' | 'to'

export interface TypedRange {
  texts: Readonly<Record<End, string>>
  problem: string | undefined
  type: (end: End, text: string) => void
  settle: () => void
  choose: (range: DayRange) => void
}

export interface TypedRangeOptions extends DayLimits {
  value: DayRange
  onChange: (range: DayRange) => void
  today: DayText
}

interface Draft {
  texts: Partial<Record<End, string>>
  problem?: string
  /** The values with which these texts may be shown; any other value came from outside and replaces them. */
  standsWith: readonly string[]
}

type Ends = Record<End, DayText>

const keyOf = ({ from = '', to = '' }: DayRange) => `${from}/${to}`

/**
 * The two texts of a range. Both ends are read together: an end that would reverse the range stays in its field, with
 * the reason, until the other one fits; the previous range applies meanwhile.
 */
export function useTypedRange({ value, onChange, today, min, max }: TypedRangeOptions): TypedRange {
  const [draft, setDraft] = useState<Draft>()
  const open = draft?.standsWith.includes(keyOf(value)) ? draft : undefined
  const texts = {
    from: open?.texts.from ?? formatDay(value.from ?? ''),
    to: open?.texts.to ?? formatDay(value.to ?? ''),
  }

  const read = (
    ends: Partial<Record<End, string>>,
  ): { ends: Ends; isWhole: boolean } | { problem: string } => {
    const found: Ends = { from: value.from ?? '', to: value.to ?? '' }
    let isWhole = true
    for (const end of ['from', 'to'] as const) {
      const text = ends[end]
      if (text === undefined) continue
      const one =
        text.trim() === ''
          ? { value: '', isWhole: true }
          : readDay(text, today, { min, max }, { problem: WORDS.dayProblem })
      if ('problem' in one) return one
      found[end] = one.value
      isWhole &&= one.isWhole
    }
    if (found.from && found.to && found.from > found.to) return { problem: WORDS.turned }
    return { ends: found, isWhole }
  }
  const rangeOf = ({ from, to }: Ends): DayRange => ({ ...(from && { from }), ...(to && { to }) })
  const tell = (next: DayRange) => {
    if (keyOf(next) !== keyOf(value)) onChange(next)
  }
  const type = (end: End, text: string) => {
    const ends = { ...open?.texts, [end]: text }
    const found = read(ends)
    const whole = 'ends' in found && found.isWhole ? rangeOf(found.ends) : undefined
    setDraft({ texts: ends, standsWith: [keyOf(value), ...(whole ? [keyOf(whole)] : [])] })
    if (whole) tell(whole)
  }
  const settle = () => {
    if (!open) return
    const found = read(open.texts)
    if ('problem' in found) setDraft({ ...open, problem: found.problem, standsWith: [keyOf(value)] })
    else choose(rangeOf(found.ends))
  }
  const choose = (next: DayRange) => {
    setDraft(undefined)
    tell(next)
  }
  return { texts, problem: open?.problem, type, settle, choose }
}
