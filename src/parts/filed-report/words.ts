/** Words of a filed report shown outside of the house. */
export const FILED_WORDS = {
  title: 'Report',
  download: 'Download',
  fileName: (accession: string, patientId: string) => `report-${accession || patientId || 'study'}.pdf`,
  failed: 'The report could not be shown',
} as const
