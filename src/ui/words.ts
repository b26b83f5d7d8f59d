/** Words of generic components in ui/. */
export const UI_WORDS = {
  cancel: 'Cancel',
  confirm: 'OK',
  tryAgain: 'Try again',
  failed: 'This did not work',
  loading: 'Loading',
  unreadText: 'What was typed here before could not be read',
  unreadTextKept: 'It is kept on this device. You can write here again as soon as it can be read.',
  unreadTextListed: 'If that never succeeds, discard it in the Sync centre.',
  unreadTextDiscard: 'If that never succeeds, discard it.',
  discard: 'Discard',
  discardUnread: 'Discard what could not be read?',
  discardUnreadMessage: 'It is on this device only, and will be gone for ever.',
  pager: {
    pageSize: 'Rows per page',
    showing: (from: string, to: string, total: string) => `Showing ${from} - ${to} of ${total} records.`,
    previousPage: 'Previous page',
    nextPage: 'Next page',
    pageOf: (page: number, pages: number | undefined) =>
      pages ? `Page ${page} of ${pages}` : `Page ${page}`,
  },
  typeToConfirm: (phrase: string) => `Type ${phrase} to confirm`,
} as const
