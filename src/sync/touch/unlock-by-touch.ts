import { leaveVault } from '../session/session.ts'
import { setSession } from '../session/session-state.ts'
import { currentDatabases } from '../session/vault/current-vault.ts'
import { lockVault, unlockVaultByTouch } from '../session/vault/vault.ts'
import { refreshPasskeys } from './refresh-passkeys.ts'

/**
 * Opens the vault of this device by the touch of a passkey, offline too, until `signal` aborts. Throws TouchError,
 * LeaseOverError.
 */
export async function unlockByTouch(signal?: AbortSignal): Promise<void> {
  const session = await unlockVaultByTouch(signal)
  if (!session) return leaveVault()
  setSession(session)
  void lockWhereRemoved().catch(() => undefined)
}

// The passkey may be a lost one that its owner removed elsewhere while this device was away.
async function lockWhereRemoved(): Promise<void> {
  const work = currentDatabases()?.work
  if (work && (await refreshPasskeys(work))) await lockVault('asked')
}
