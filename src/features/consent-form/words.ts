/** Words of the public page of a consent form. */
export const PAGE_WORDS = {
  product: 'Readroom',
  title: 'Consent form',
  again: 'Open the link from your message, or scan the code, once more: this page keeps nothing of it.',
  failed: 'This form does not open',
  offline: 'There is no network now. Try again when it is back.',
  retry: 'Try again',
} as const
