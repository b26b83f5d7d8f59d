import type { Context } from '#server/kernel/context.ts'

type Clocks = Pick<Context, 'now' | 'madeAt' | 'skewMs'>

/**
 * Converts a time that the device sent with its command to the server's clock: corrected by the skew that the device
 * measured, and never later than now. A wrong clock only shifts the time, and never causes a refusal
 * (docs/decisions/267).
 */
export function byServerClock({ now, skewMs = 0 }: Clocks, given: Date): Date {
  const at = new Date(given.getTime() + skewMs)
  return at < now ? at : now
}

/**
 * Returns the earliest and latest moments at which the command can have been made: by the device's own clock,
 * by that clock corrected, and by the server's. Rules that refuse should use the more lenient one.
 */
export function momentsOf({ now, madeAt, skewMs = 0 }: Clocks): { earliest: Date; latest: Date } {
  const moments = [now.getTime(), ...(madeAt ? [madeAt.getTime(), madeAt.getTime() - skewMs] : [])]
  return { earliest: new Date(Math.min(...moments)), latest: new Date(Math.max(...moments)) }
}
