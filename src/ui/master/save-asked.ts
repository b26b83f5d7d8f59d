import { ApiError } from '#src/sync/api/errors.ts'
import { confirmAction } from '../dialog/confirm-action.ts'
import type { Values } from './form-values.ts'
import { MASTER_WORDS as WORDS } from './words.ts'

/**
 * Saves; if the server asks for confirmation (`confirm`), shows its message and saves again with `is_confirmed`.
 * Returns undefined if the person declines. Throws what the save throws.
 */
export async function saveAsked<Saved>(
  input: Values,
  save: (input: Values) => Promise<Saved>,
): Promise<Saved | undefined> {
  try {
    return await save(input)
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.code !== 'confirm') throw problem
    const isSure = await confirmAction({
      title: WORDS.sure,
      message: problem.message,
      confirmLabel: WORDS.saveAllTheSame,
      danger: true,
    })
    return isSure ? save({ ...input, is_confirmed: 1 }) : undefined
  }
}
