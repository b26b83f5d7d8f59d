import { formatDateTime } from '#domain/time/formats.ts'

/** True if both zones show the same day and time at that moment, whatever their names. */
export function isSameClock(one: string, other: string, at: Date): boolean {
  return one === other || formatDateTime(at, one) === formatDateTime(at, other)
}

/** `India Standard Time`: a zone's common name at that moment, in English or another language. */
export function nameOfZone(zone: string, at: Date, language = 'en'): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'long' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
