import type { StudyFilterKey } from './archive-filter.ts'

/** Words of the simple archives list (docs/studies.md#study-lists). */
export const ARCHIVE_WORDS = {
  title: 'Simple Archives',
  filters: {
    k: 'Keyword',
    range: 'Received',
    branch_id: 'Branch',
    modality: 'Modality',
    status: 'Status',
  } satisfies Record<StudyFilterKey | 'range', string>,
  keywordHint: 'Name, ID, accession, study',
  capped: (rows: string) => `The list ends at ${rows}; the CSV file contains more.`,
  fromDevice: 'From this device, as of the last contact',
  coveredFrom: (date: string) =>
    `This device holds studies received since ${date}. Older ones need the network.`,
  fileName: 'archives.csv',
} as const
