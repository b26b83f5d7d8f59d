/** Words of what stands above and below a list. */
export const LIST_WORDS = {
  all: 'All',
  removeFilter: (name: string) => `Remove filter ${name}`,
  clearAll: 'Clear all',
  refresh: 'Refresh',
  pageSize: 'Rows per page',
  showing: (from: string, to: string, total: string) => `Showing ${from} - ${to} of ${total} records.`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: (page: number, pages: number | undefined) => (pages ? `Page ${page} of ${pages}` : `Page ${page}`),
} as const
