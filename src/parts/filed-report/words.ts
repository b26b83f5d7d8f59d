/** Words of a filed report shown outside of the house. */
export const FILED_WORDS = {
  title: 'Report',
  download: 'Download',
  failed: 'The report could not be shown',
} as const
