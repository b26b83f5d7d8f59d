import type { SessionFields } from '#domain/access/session.ts'
import { SetupChecklist } from '#src/parts/checklist/SetupChecklist.tsx'
import { LicenceNote } from '#src/parts/licence/LicenceNote.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Dashboard } from './dashboard/Dashboard.tsx'
import { DASHBOARD_WORDS } from './dashboard/words.ts'
import { TodoBlock } from './todo/TodoBlock.tsx'
import { HOME_WORDS as WORDS } from './words.ts'

export interface AnalyticsProps {
  session: SessionFields
}

/** The home screen of persons who see the analytics dashboard. */
export function Analytics({ session }: AnalyticsProps) {
  return (
    <>
      <PageHeader title={DASHBOARD_WORDS.title} subtitle={WORDS.welcome(session.name)} />
      <LicenceNote />
      <SetupChecklist />
      <TodoBlock session={session} isShort />
      <Dashboard session={session} />
    </>
  )
}
