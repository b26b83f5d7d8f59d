import type { Context } from '#server/kernel/context.ts'
import { findForm, keepVersion } from './form-versions.ts'

/**
 * Keeps the form as it stands, before and after each change of it: a tablet that was offline signs the version that it
 * had, and that version must be known here however long ago it was replaced.
 */
export async function keepPresentVersion({ tx, caller }: Context, formId: string): Promise<void> {
  const form = await findForm(tx, caller.clientId, formId)
  if (form) await keepVersion(tx, caller.clientId, form)
}
