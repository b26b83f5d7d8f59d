import { type DicomHeader, readStudyHeader } from './study-header.ts'

const ANY_DAY = '9999-12-31'
const timeIn = (header: DicomHeader, zone: string): number | undefined => {
  const read = readStudyHeader(header, { zone, today: ANY_DAY })
  return read.ok && read.study.study_datetime !== null ? Date.parse(read.study.study_datetime) : undefined
}

/**
 * The new time of a study that moves to a branch in `zone`, if its stored time is its header's time in one of the zones
 * `before`; undefined if the time does not change, or if the stored time came from elsewhere.
 */
export function timeInNewZone(
  header: DicomHeader,
  stored: Date | null,
  { zone, before }: { zone: string; before: readonly string[] },
): Date | undefined {
  const time = timeIn(header, zone)
  if (stored === null || time === undefined || time === stored.getTime()) return undefined
  return before.some((one) => timeIn(header, one) === stored.getTime()) ? new Date(time) : undefined
}
