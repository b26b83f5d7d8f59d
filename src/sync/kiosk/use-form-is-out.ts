import { useEffect, useState } from 'react'
import { useLock } from '../session/lock-state.ts'
import { KIOSK_FORM_ID } from './kiosk-form.ts'

/** Whether a form was handed over on this device and not given back: known while the vault is locked, too. */
export function useFormIsOut(): boolean {
  const lock = useLock()
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    if (lock.kind !== 'locked') return undefined
    let isCurrent = true
    isFormOut().then(
      (found) => isCurrent && setOut(found),
      // Where even that cannot be read, unlocking says why.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [lock])
  return isOut
}

// The databases are no weight for the sign-in page.
async function isFormOut(): Promise<boolean> {
  const { currentDatabases } = await import('../session/vault.ts')
  return (await currentDatabases()?.work.session.get(KIOSK_FORM_ID)) !== undefined
}
