import type { Context, Tx } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import type { UserKey } from './store.ts'

/** The person whom an account belongs to. */
export interface AccountOwner {
  clientId: string
  userId: string
}

/** The dependencies of sign-in: there is no session yet, but the client is known. */
export interface SignInDeps {
  /** Runs one transaction of a client. */
  tenant: <T>(clientId: string, run: (work: Write) => Promise<T>) => Promise<T>
}

/** Builds them from the server's kernel. */
export const signInDepsOf = (kernel: Pick<Kernel, 'database' | 'now' | 'announce' | 'jobs'>): SignInDeps => ({
  tenant: async (clientId, run) => (await write(kernel, clientId, run)).value,
})

export const ownerOf = ({ client_id, user_id }: UserKey): AccountOwner => ({
  clientId: client_id,
  userId: user_id,
})

/** The context of a person's action in such a transaction, before there is a session. */
export function actOf(
  { tx, now, changed, addJob, audited }: Write,
  { clientId, userId }: AccountOwner,
): Pick<Context, 'now' | 'changed' | 'addJob' | 'audit'> & { tx: Tx } {
  const audit: Context['audit'] = async (action, type, recordId, detail) =>
    audited({ clientId, userId, action, type, recordId, detail, at: now })
  return { tx, now, changed, addJob, audit }
}
