import { timeInBoth } from '#src/ui/time/time-in-both.ts'
import { usePatientDates, usePatientLanguage } from './patient-words.ts'

/** Works like `timeInBoth`, in the page's language. */
export function useTimeInBoth(): (instant: Date, zone: string) => string {
  const { language, words } = usePatientLanguage()
  const { dateTime } = usePatientDates()
  return (instant, zone) => timeInBoth(instant, zone, { language, dateTime, inBoth: words.inBoth })
}
