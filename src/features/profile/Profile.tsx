import { useState } from 'react'
import { profileCalls } from '#contract/calls/profile.ts'
import { isStaff } from '#domain/access/rules.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { OwnForm } from './OwnForm.tsx'
import classes from './profile.module.css'
import { TouchUnlockPanel } from './TouchUnlockPanel.tsx'
import { PROFILE_WORDS as WORDS } from './words.ts'

/** Update Profile, the notification settings for staff, and Company Detail for the administrators of a client. */
export default function Profile() {
  const [round, setRound] = useState(0)
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle} />
      <Loaded key={round} onRetry={() => setRound((n) => n + 1)} />
    </div>
  )
}

function Loaded({ onRetry }: { onRetry: () => void }) {
  const { online } = useLink()
  const session = useSession()
  const { answer, error } = useCall(profileCalls.detail, {}, online)
  if (answer)
    return (
      <div className={classes.forms}>
        {/* Next to the long company form, both are in one column. */}
        <div className={answer.result.company ? classes.column : classes.apart}>
          <OwnForm detail={answer.result} userId={session?.user_id ?? ''} />
          {session && isStaff(session) && <NotificationsPanel />}
          {session && isStaff(session) && <TouchUnlockPanel />}
        </div>
        {answer.result.company && <CompanyForm company={answer.result.company} />}
      </div>
    )
  if (!online) return <EmptyState title={WORDS.offlineTitle} hint={WORDS.offline} />
  if (error) return <ErrorNote title={WORDS.notLoaded} message={error.message} onRetry={onRetry} />
  return <SkeletonRows />
}
