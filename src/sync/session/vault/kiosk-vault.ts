import type { Delegation } from '#contract/calls/delivery.ts'
import { type KioskKey, mintKioskKey } from '#src/db/sealing/kiosk-key.ts'
import { type CommandSigner, delegateSigner } from '#src/sync/sealed/sign-command.ts'
import { currentVault } from './current-vault.ts'

/** Returns a signer of one record that works while the vault is locked; undefined if nothing can sign now. */
export async function createKioskSigner(
  scope: Pick<Delegation, 'call' | 'record' | 'at'>,
): Promise<CommandSigner | undefined> {
  const vault = currentVault()
  const dataKey = vault?.slot.dataKey()
  return vault && dataKey && delegateSigner(vault.databases.work, dataKey, scope)
}

/** Returns a kiosk key of the open vault; waits while the vault is locked. Undefined if there is no vault. */
export async function createKioskKey(): Promise<KioskKey | undefined> {
  const vault = currentVault()
  return vault && mintKioskKey(await vault.slot.key())
}
