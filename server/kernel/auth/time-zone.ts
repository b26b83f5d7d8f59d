import type { IncomingHttpHeaders } from 'node:http'
import { BASES } from '#contract/kernel/bases.ts'
import { isZone } from '#domain/time/zones.ts'

/**
 * Returns the caller's zone from the headers: an IANA name, else the offset (`+05:30`, or minutes ahead of
 * UTC), else UTC. Date ranges end in it (docs/wire.md).
 */
export function timeZoneOf(headers: IncomingHttpHeaders): string {
  const zone = headers[BASES.api.headers.zone]
  if (typeof zone === 'string' && isZone(zone)) return zone
  const offset = headers[BASES.api.headers.offset] ?? headers[BASES.php.headers.offset]
  return (typeof offset === 'string' && zoneOfOffset(offset.trim())) || 'UTC'
}

const two = (n: number) => String(n).padStart(2, '0')

function zoneOfOffset(offset: string): string | undefined {
  if (/^[+-]\d\d:\d\d$/.test(offset)) return isZone(offset) ? offset : undefined
  if (!/^[+-]?\d{1,3}$/.test(offset)) return undefined
  const minutes = Number(offset)
  const text = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return isZone(text) ? text : undefined
}
