import { useEffect } from 'react'
import { takeLinkCredentials } from '#src/features/sign-in/link-credentials.ts'
import { refreshModules } from '#src/sync/session/session.ts'
import { askForPersistentStorage } from '../pwa/persistent-storage.ts'
import { forgetLeaving } from '../session-end.ts'

/** Refreshes the rights on entry (docs/reports.md#status); without an answer the device keeps the current ones. */
export function useEnteringProtectedArea(): void {
  useEffect(() => {
    forgetLeaving()
    // A patient's link that was opened over this session must not sign in after it.
    takeLinkCredentials()
    void askForPersistentStorage()
    refreshModules().catch(() => undefined)
  }, [])
}
