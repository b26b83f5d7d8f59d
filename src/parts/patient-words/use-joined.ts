import { isolated } from '#domain/language/isolated.ts'
import { usePatientLanguage } from './patient-words.ts'

/** Returns a function that joins parts of a record in the direction of the page and leaves out empty ones. */
export function useJoined(): (...parts: readonly string[]) => string {
  const { language } = usePatientLanguage()
  const written = language === 'en' ? (part: string) => part : isolated
  return (...parts) =>
    parts
      .filter((part) => part !== '')
      .map(written)
      .join(' · ')
}
