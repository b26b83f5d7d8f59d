import { type ReactNode, useMemo } from 'react'
import { DayLanguageProvider } from '#src/ui/dates/day-language.ts'
import { LanguageSelect } from '#src/ui/language/LanguageSelect.tsx'
import { PageDirectionProvider, usePageLanguage } from '#src/ui/language/page-language.ts'
import { useCatalogue } from '#src/ui/language/use-catalogue.ts'
import { dayLanguageIn } from './day-language-in.ts'
import {
  PATIENT_WORDS,
  type PatientLanguage,
  PatientLanguageProvider,
  usePatientLanguage,
} from './patient-words.ts'

/** A page that patients read: in the language that they chose in this browser, else in the browser's (docs/languages.md). */
export function PatientPage({ children }: { children: ReactNode }) {
  const [spoken, choice] = useCatalogue(PATIENT_WORDS)
  // No words yet in which it could be said that they come; they do at once.
  return spoken ? (
    <InLanguage {...spoken} {...choice}>
      {children}
    </InLanguage>
  ) : null
}

function InLanguage({ children, ...spoken }: PatientLanguage & { children: ReactNode }) {
  const { language, words } = spoken
  const direction = usePageLanguage(language)
  const days = useMemo(() => dayLanguageIn(language, words), [language, words])
  return (
    <PatientLanguageProvider value={spoken}>
      <PageDirectionProvider value={direction}>
        <DayLanguageProvider value={days}>{children}</DayLanguageProvider>
      </PageDirectionProvider>
    </PatientLanguageProvider>
  )
}

/** Where the reader chooses the language of the page. */
export function PatientLanguageSelect() {
  const { language, words, choose, notFetched } = usePatientLanguage()
  return <LanguageSelect label={words.language} value={language} choose={choose} notFetched={notFetched} />
}
