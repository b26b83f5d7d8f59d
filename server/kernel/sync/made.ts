import type { Command } from '#contract/calls/sync.ts'
import type { Made } from './command-log.ts'

type Told = Pick<Command, 'at' | 'skew_ms' | 'made_offline'>

/** When and how a command was made, by the device. A clock that says what is no time at all says nothing. */
export function madeOf({ at, skew_ms, made_offline }: Told): Made {
  const time = new Date(at)
  return {
    at: Number.isNaN(time.getTime()) ? undefined : time,
    skewMs: skew_ms,
    offline: made_offline ?? false,
  }
}

/** The moment by the server's clock: the device's, put right by how far the server's was ahead of it. */
export function momentOf(told: Told): Date | undefined {
  return momentOfMade(madeOf(told))
}

/** As momentOf. */
export const momentOfMade = (made: Made | undefined): Date | undefined =>
  made?.at && new Date(made.at.getTime() + (made.skewMs ?? 0))
