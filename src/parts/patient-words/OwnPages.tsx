import type { ReactNode } from 'react'
import type { Language } from '#domain/language/languages.ts'
import { OWN_WORDS, OwnWordsProvider } from './own-words.ts'
import { PageWithWords } from './PatientPage.tsx'
import { withPageWords } from './page-words.ts'

const CATALOGUE = withPageWords(OWN_WORDS, ({ refusals }) => refusals)

export interface OwnPagesProps {
  /** The patient's own, else that of the branch. */
  language: Language | undefined
  children: ReactNode
}

/** The pages of a signed-in patient, in their language. */
export function OwnPages({ language, children }: OwnPagesProps) {
  return (
    <PageWithWords catalogue={CATALOGUE} known={language}>
      {({ own }) => <OwnWordsProvider value={own}>{children}</OwnWordsProvider>}
    </PageWithWords>
  )
}
