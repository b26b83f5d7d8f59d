/** Words shared by the figures pages. */
export const FIGURES_WORDS = {
  branch: 'Branch',
  allBranches: 'All branches',
  days: 'Dates',
  failed: 'The figures could not be read',
  asAt: (time: string) => `As at ${time}`,
  offline: (days: string, branch: string) =>
    `Offline: the last figures of this device, of ${days}, ${branch}.`,
  offlineNone: 'These figures need the network. This device has none stored.',
  days2: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
} as const
