/** Words of generic components in ui/. */
export const UI_WORDS = {
  cancel: 'Cancel',
  confirm: 'OK',
  tryAgain: 'Try again',
  failed: 'This did not work',
  loading: 'Loading',
  typeToConfirm: (phrase: string) => `Type ${phrase} to confirm`,
} as const
