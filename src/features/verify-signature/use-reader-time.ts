import { isolated } from '#domain/language/isolated.ts'
import { usePatientDates, usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { nameOfZone } from '#src/ui/time/zone-names.ts'

/** Returns a timestamp formatter for readers anywhere: the result names its time zone. */
export function useReaderTime(): (instant: string) => string {
  const { language } = usePatientLanguage()
  const { dateTime } = usePatientDates()
  const written = language === 'en' ? (part: string) => part : isolated
  return (instant) => {
    const at = new Date(instant)
    return `${written(dateTime(at, READER_ZONE))} ${written(nameOfZone(READER_ZONE, at, language))}`
  }
}
