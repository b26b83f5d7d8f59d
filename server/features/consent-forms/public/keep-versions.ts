import type { Context } from '#server/kernel/context.ts'
import { findForm, keepVersion } from './form-versions.ts'

/**
 * Stores the current version of the form, before and after each change: an offline tablet signs the version that it
 * has, and the server must know that version however long ago it was replaced.
 */
export async function keepPresentVersion({ tx, caller }: Context, formId: string): Promise<void> {
  const form = await findForm(tx, caller.clientId, formId)
  if (form) await keepVersion(tx, caller.clientId, form)
}
