import { Alert } from '@mantine/core'
import { useLink } from '#src/sync/link/use-link.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { FailedSignIns } from './FailedSignIns.tsx'
import classes from './mine.module.css'
import { OwnDevices } from './OwnDevices.tsx'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { useMine } from './use-mine.ts'
import { MINE_WORDS as WORDS } from './words.ts'

/** The person's own devices, passkeys and sessions, and failed sign-ins. */
export function MyDevices() {
  const { online } = useLink()
  const { own, passkeys, error, refresh } = useMine(online)
  const list = { isOnline: online, onChanged: refresh }
  return (
    <>
      {!online && (
        <Alert color="orange" role="status" mb="xs">
          {WORDS.offline}
        </Alert>
      )}
      {error && online && <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />}
      {own && passkeys ? (
        <div className={classes.parts}>
          <OwnDevices {...list} devices={own.devices} />
          <OwnPasskeys {...list} answer={passkeys} />
          <OwnSessions {...list} sessions={own.sessions} />
          <FailedSignIns failed={own.failed} />
        </div>
      ) : (
        online && !error && <SkeletonRows />
      )}
    </>
  )
}
