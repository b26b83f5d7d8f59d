import { type DicomHeader, readStudyHeader } from './study-header.ts'

const ANY_DAY = '9999-12-31'
const timeIn = (header: DicomHeader, zone: string): number | undefined => {
  const read = readStudyHeader(header, { zone, today: ANY_DAY })
  return read.ok && read.study.study_datetime !== null ? Date.parse(read.study.study_datetime) : undefined
}

/**
 * The time of a study that comes to stand in a branch of `zone`, while it holds what its header says in one of the zones that
 * it may have been read in before; undefined where it says the same there, or where the stored time came from elsewhere.
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
