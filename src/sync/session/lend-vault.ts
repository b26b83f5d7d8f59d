import type { Delegation } from '#contract/calls/delivery.ts'
import { type LentKey, lendKey } from '#src/db/sealing/lent-key.ts'
import { type CommandSigner, lendSigner } from '../sealed/sign-command.ts'
import { currentVault } from './current-vault.ts'

/** A signer of one record for work that goes on while the vault is locked; undefined where nothing can sign now. */
export async function lendVaultSigner(
  lent: Pick<Delegation, 'call' | 'record' | 'at'>,
): Promise<CommandSigner | undefined> {
  const vault = currentVault()
  const dataKey = vault?.slot.dataKey()
  return vault && dataKey && lendSigner(vault.databases.work, dataKey, lent)
}

/** A key for work that goes on while the vault is locked; waits while it is. Undefined where no vault is open. */
export async function lendVaultKey(): Promise<LentKey | undefined> {
  const vault = currentVault()
  return vault && lendKey(await vault.slot.key())
}
