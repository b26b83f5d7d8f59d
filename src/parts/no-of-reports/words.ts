/** Words of the number of reports (spec 3 section 2.2). */
export const NUMBER_WORDS = {
  label: 'No. of Reports',
  noRight: 'Your role may not change the number of reports.',
  least: (no: number) => `Report ${no} has text already: a study keeps all that was written.`,
} as const
