/** Words of the pieces in ui/ that have no business of their own. */
export const UI_WORDS = {
  cancel: 'Cancel',
  confirm: 'OK',
  tryAgain: 'Try again',
  failed: 'This did not work',
  loading: 'Loading',
  typeToConfirm: (phrase: string) => `Type ${phrase} to confirm`,
} as const
