import { useMemo, useState } from 'react'
import { type Language, languageOf } from '#domain/language/languages.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useBranchDirectory } from '#src/sync/directory/use-directory.ts'
import { type LanguageChoice, type Spoken, useWords } from '#src/ui/language/use-catalogue.ts'
import { usePatientOfVisit } from '../booking/patient/use-patient-of-visit.ts'
import { PAPER_WORDS } from './paper-words.ts'
import type { PaperWords } from './words/en.ts'

/** The language of a paper, undefined until it is known, and a choice for this print only. */
export interface PaperLanguage extends Omit<LanguageChoice, 'offer'> {
  spoken: Spoken<PaperWords> | undefined
}

/** Returns the language of a visit's papers: as chosen here, else the patient's, else the branch's. */
export function usePaperLanguage(visit: Shown<'visit'>): PaperLanguage {
  const usual = useUsualLanguage(visit)
  const [chosen, setChosen] = useState<{ language: Language }>()
  const first = useMemo(() => usual && { language: usual }, [usual])
  const { spoken, notFetched } = useWords(PAPER_WORDS, chosen ?? first)
  return { spoken, notFetched, choose: (language) => setChosen({ language }) }
}

function useUsualLanguage(visit: Shown<'visit'>): Language | undefined {
  const { patient, isLoading } = usePatientOfVisit(visit)
  const directory = useBranchDirectory()
  if (isLoading || (!patient?.language && directory.isLoading)) return undefined
  const branch = directory.branches.find(({ id }) => id === visit.branch_id)
  return languageOf(patient?.language, branch?.patient_language)
}
