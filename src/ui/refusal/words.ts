/** Words of what is refused, and of what can be taken back; apart from those that every screen loads. */
export const REFUSAL_WORDS = {
  lookAt: (fields: readonly string[]) => `Not saved. Look at: ${fields.join(', ')}.`,
  undo: 'Undo',
} as const
