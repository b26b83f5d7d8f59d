/** Words of every chart. */
export const CHART_WORDS = {
  asTable: 'Show as table',
  asChart: 'Show as chart',
  empty: 'There is nothing to show for these filters.',
  firstOf: (shown: number, all: number) =>
    `The first ${shown.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} are shown.`,
  none: 'No value',
} as const
