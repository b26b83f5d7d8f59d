import type { Command } from '#contract/calls/sync.ts'
import type { Made } from './command-log.ts'

type Told = Pick<Command, 'at' | 'skew_ms' | 'made_offline'>

/** Returns when and how a command was made, according to the device. Ignores an invalid time. */
export function madeOf({ at, skew_ms, made_offline }: Told): Made {
  const time = new Date(at)
  return {
    at: Number.isNaN(time.getTime()) ? undefined : time,
    skewMs: skew_ms,
    offline: made_offline ?? false,
  }
}

/** Returns the moment by the server's clock: the device's time plus how far the server's clock was ahead of it. */
export function momentOf(told: Told): Date | undefined {
  return momentOfMade(madeOf(told))
}

/** Returns the same as momentOf. */
export const momentOfMade = (made: Made | undefined): Date | undefined =>
  made?.at && new Date(made.at.getTime() + (made.skewMs ?? 0))
