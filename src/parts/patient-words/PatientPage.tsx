import { type ReactNode, useMemo } from 'react'
import type { Language } from '#domain/language/languages.ts'
import { DayLanguageProvider } from '#src/ui/dates/day-language.ts'
import { TimeLanguageProvider } from '#src/ui/dates/time-language.ts'
import { LanguageSelect } from '#src/ui/language/LanguageSelect.tsx'
import { PageDirectionProvider, usePageLanguage } from '#src/ui/language/page-language.ts'
import { type Catalogue, useCatalogue } from '#src/ui/language/use-catalogue.ts'
import { dayLanguageIn, timeLanguageIn } from './day-language-in.ts'
import {
  PATIENT_WORDS,
  type PatientLanguage,
  PatientLanguageProvider,
  usePatientLanguage,
} from './patient-words.ts'
import type { PatientWords } from './words/en.ts'

/** A page for patients, in the language that docs/languages.md names. */
export function PatientPage({ children }: { children: ReactNode }) {
  return <PageWithWords catalogue={PATIENT_WORDS}>{() => children}</PageWithWords>
}

export interface PageWithWordsProps<Words extends PatientWords> {
  catalogue: Catalogue<Words>
  /** The language of the patient or the branch, if it is known from the start. */
  known?: Language | null | undefined
  children: (words: Words) => ReactNode
}

/** A page for patients that has its own words besides those of all pages. */
export function PageWithWords<Words extends PatientWords>({
  catalogue,
  known,
  children,
}: PageWithWordsProps<Words>) {
  const [spoken, choice] = useCatalogue(catalogue, known)
  // There are no words yet to say that they are loading; they arrive quickly.
  return spoken ? (
    <InLanguage {...spoken} {...choice}>
      {children(spoken.words)}
    </InLanguage>
  ) : null
}

function InLanguage({ children, ...spoken }: PatientLanguage & { children: ReactNode }) {
  const { language, words } = spoken
  const direction = usePageLanguage(language)
  const days = useMemo(() => dayLanguageIn(language, words), [language, words])
  const times = useMemo(() => timeLanguageIn(language, words), [language, words])
  return (
    <PatientLanguageProvider value={spoken}>
      <PageDirectionProvider value={direction}>
        <DayLanguageProvider value={days}>
          <TimeLanguageProvider value={times}>{children}</TimeLanguageProvider>
        </DayLanguageProvider>
      </PageDirectionProvider>
    </PatientLanguageProvider>
  )
}

/** The reader's choice of the page's language. */
export function PatientLanguageSelect() {
  const { language, words, choose, notFetched } = usePatientLanguage()
  return <LanguageSelect label={words.language} value={language} choose={choose} notFetched={notFetched} />
}
