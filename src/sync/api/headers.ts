import { BASES, type Base } from '#contract/kernel/bases.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { offsetMinutesAt, wallClockAt } from '#domain/time/zones.ts'

/** The caller's session, as sent in the headers of a call. */
export type Credentials = Pick<SessionFields, 'token' | 'session_id'>

/** The headers of every call to a base (docs/wire.md#paths-and-bases; names in docs/decisions/001). */
export function headersOf(
  base: Base,
  credentials: Credentials | undefined,
  now: Date,
  zone: string,
): Record<string, string> {
  const names = BASES[base].headers
  const offset = String(offsetMinutesAt(now, zone))
  const place: Record<string, string> =
    base === 'api'
      ? { [names.offset]: offset, [names.zone]: zone }
      : { [names.offset]: offset, [names.zone]: localDateTime(now, zone), 'x-time-zone': zone }
  if (!credentials) return place
  const token = base === 'api' ? `Bearer ${credentials.token}` : credentials.token
  return { ...place, [names.token]: token, [names.session]: credentials.session_id }
}

const two = (value: number) => String(value).padStart(2, '0')

function localDateTime(now: Date, zone: string): string {
  const { year, month, day, hour, minute, second } = wallClockAt(now, zone)
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`
}
