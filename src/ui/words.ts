/** Words of generic components in ui/. */
export const UI_WORDS = {
  cancel: 'Cancel',
  confirm: 'OK',
  tryAgain: 'Try again',
  failed: 'This did not work',
  loading: 'Loading',
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
