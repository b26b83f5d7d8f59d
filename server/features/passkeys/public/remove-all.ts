import { type AccountOwner, ownerOf } from '#server/features/auth/public/sign-in-deps.ts'
import { findLogin } from '#server/features/auth/public/store.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { dropCodes } from '../recovery.ts'
import { endPasskey, listPasskeys } from '../store.ts'
import { tellOfPasskey } from '../tell.ts'

type Act = Pick<Context, 'tx' | 'now' | 'changed' | 'addJob'>

/**
 * Revokes all passkeys and recovery codes of a person, with the acting user as `by` if there is one, and notifies the
 * person of each passkey; returns the number of passkeys. The caller writes the audit trail.
 */
export async function removeAllPasskeys(
  act: Act,
  owner: AccountOwner,
  by: string | undefined,
): Promise<number> {
  const passkeys = await listPasskeys(act.tx, owner)
  for (const passkey of passkeys) {
    await endPasskey(act.tx, owner, passkey.id, by, act.now)
    await tellOfPasskey(act, 'passkey_removed', owner, passkey.id)
  }
  await dropCodes(act.tx, owner)
  return passkeys.length
}

/**
 * Does the same for the user name `username`, for a person with shell access to the server: the way back for an
 * administrator whom nobody else can help. Returns the number of passkeys; throws if nobody has that name.
 */
export async function removePasskeysAtShell(
  kernel: Pick<Kernel, 'database' | 'now' | 'announce' | 'jobs'>,
  username: string,
): Promise<number> {
  const login = await kernel.database.entry((tx) => findLogin(tx, username.trim()))
  if (!login) throw new Error(`Nobody signs in by the user name ${username}.`)
  const owner = ownerOf(login)
  const { value } = await write(kernel, owner.clientId, async (work) => {
    const count = await removeAllPasskeys(work, owner, undefined)
    work.audited({
      clientId: owner.clientId,
      userId: undefined,
      action: 'passkeys_removed',
      type: 'user',
      recordId: owner.userId,
      detail: { count, at: 'the shell of the server' },
      at: work.now,
    })
    return count
  })
  return value
}
