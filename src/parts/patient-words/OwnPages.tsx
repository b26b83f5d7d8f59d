import type { ReactNode } from 'react'
import { OWN_WORDS, OwnWordsProvider } from './own-words.ts'
import { PageWithWords } from './PatientPage.tsx'
import { withPageWords } from './page-words.ts'

const CATALOGUE = withPageWords(OWN_WORDS, ({ refusals }) => refusals)

/** The pages of a signed-in patient, in their language. */
export function OwnPages({ children }: { children: ReactNode }) {
  return (
    <PageWithWords catalogue={CATALOGUE}>
      {({ own }) => <OwnWordsProvider value={own}>{children}</OwnWordsProvider>}
    </PageWithWords>
  )
}
