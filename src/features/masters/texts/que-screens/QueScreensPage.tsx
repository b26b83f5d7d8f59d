import { PageHeader } from '#src/ui/PageHeader.tsx'
import { QUE_WORDS as WORDS } from '../words.ts'
import { QueScreensToView } from './QueScreens.tsx'

/** The displays of the waiting rooms, for the persons who open them there (docs/masters.md#lists: /que-screens). */
export default function QueScreensPage() {
  return (
    <>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle} />
      <QueScreensToView />
    </>
  )
}
