import { useEffect, useState } from 'react'
import { useLock } from '../session/lock/lock-state.ts'
import { KIOSK_FORM_ID } from './kiosk-form.ts'

/** Returns whether a form was handed over on this device and not returned; works while the vault is locked. */
export function useFormIsOut(): boolean {
  const lock = useLock()
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    if (lock.kind !== 'locked') return undefined
    let isCurrent = true
    isFormOut().then(
      (found) => isCurrent && setOut(found),
      // If even that cannot be read, unlocking reports why.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [lock])
  return isOut
}

// Keeps the databases out of the sign-in page.
async function isFormOut(): Promise<boolean> {
  const { currentDatabases } = await import('../session/vault/vault.ts')
  return (await currentDatabases()?.work.session.get(KIOSK_FORM_ID)) !== undefined
}
