import type { Context } from '../context.ts'

type Clocks = Pick<Context, 'now' | 'madeAt' | 'skewMs'>

/**
 * A time that the device gave with its command, by the server's clock: put right by the skew that the device measured,
 * and never later than now. A clock that is off changes what a time is taken for, and refuses nothing (docs/decisions/267).
 */
export function byServerClock({ now, skewMs = 0 }: Clocks, given: Date): Date {
  const at = new Date(given.getTime() + skewMs)
  return at < now ? at : now
}

/**
 * The earliest and the latest moment at which the command can have been made: by the device's own clock, by that clock
 * put right, and by the server's. A rule that would refuse looks at the one that refuses less.
 */
export function momentsOf({ now, madeAt, skewMs = 0 }: Clocks): { earliest: Date; latest: Date } {
  const moments = [now.getTime(), ...(madeAt ? [madeAt.getTime(), madeAt.getTime() - skewMs] : [])]
  return { earliest: new Date(Math.min(...moments)), latest: new Date(Math.max(...moments)) }
}
