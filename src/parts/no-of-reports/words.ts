/** Words of the number of reports (docs/studies.md#study-drawer). */
export const NUMBER_WORDS = {
  label: 'No. of Reports',
  noRight: 'Your role may not change the number of reports.',
  least: (no: number) => `Report ${no} already has text, which cannot be removed.`,
  confirmTitle: (after: number) => `Set ${after} reports`,
  confirm: (status: string) =>
    `This study is ${status}. What is signed stays as it is: readable, shared and locked. The study itself is Pending again until each new report is signed, and verified where the others are.`,
} as const
