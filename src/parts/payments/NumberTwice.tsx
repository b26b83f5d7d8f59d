import { Text } from '@mantine/core'
import type { TwiceNumber } from '#contract/calls/twice-number.ts'
import { formatDateTime } from '#domain/time/formats.ts'

const WORDS = {
  also: (time: string, now: string) => `Number also printed on ${time}, on a paper that is ${now} now`,
  was: (no: string, time: string) => `Printed as ${no} on ${time}; that number is another record's now`,
} as const

export interface NumberTwiceProps {
  no: string
  twice: readonly TwiceNumber[]
  zone: string
}

/** Warns that a number is also on another paper, since a backup was restored; renders nothing otherwise. */
export function NumberTwice({ no, twice, zone }: NumberTwiceProps) {
  return twice.map((other) => {
    const time = formatDateTime(new Date(other.printed), zone)
    return (
      <Text key={`${other.no} ${other.now}`} size="xs" c="orange.4">
        {other.no === no ? WORDS.also(time, other.now) : WORDS.was(other.no, time)}
      </Text>
    )
  })
}
