/** Words of refusals and undo; separate from those that every screen loads. */
export const REFUSAL_WORDS = {
  lookAt: (fields: readonly string[]) => `Not saved. Look at: ${fields.join(', ')}.`,
  undo: 'Undo',
} as const
