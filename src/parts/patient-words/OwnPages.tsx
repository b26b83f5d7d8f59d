import type { ReactNode } from 'react'
import { OWN_WORDS, OwnWordsProvider } from './own-words.ts'
import { PageWithWords } from './PatientPage.tsx'
import { withRoom } from './room-words.ts'

const CATALOGUE = withRoom(OWN_WORDS, ({ refusals }) => refusals)

/** The pages of a signed-in patient, in their language. */
export function OwnPages({ children }: { children: ReactNode }) {
  return (
    <PageWithWords catalogue={CATALOGUE}>
      {({ room }) => <OwnWordsProvider value={room}>{children}</OwnWordsProvider>}
    </PageWithWords>
  )
}
