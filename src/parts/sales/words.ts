/** Words shared by the sales lists. */
export const SALES_LIST_WORDS = {
  asAt: (time: string, pos: string) => `As at ${time}, position ${pos}`,
  selfCreated: 'Your role shows the visits that you created.',
  invoicesOnly: {
    All: '',
    Paid_Only: 'Your role shows paid invoices.',
    Pending_Only: 'Your role shows invoices that are not paid.',
  },
  clear: 'Clear filters',
  openVisit: (visitNo: string) => `Open visit ${visitNo}`,
} as const
