import type { StudyFilterKey } from './archive-filter.ts'

/** Words of the simple archives list (spec 3 section 2.1). */
export const ARCHIVE_WORDS = {
  title: 'Simple Archives',
  list: 'Studies',
  filters: {
    k: 'Keyword',
    range: 'Received',
    branch_id: 'Branch',
    modality: 'Modality',
    status: 'Status',
  } satisfies Record<StudyFilterKey | 'range', string>,
  keywordHint: 'Name, ID, accession, study',
  empty: 'No Study Found.',
  emptyHint: 'Nothing matches these filters. Widen the dates or remove a filter.',
  failed: 'The list could not be refreshed',
  kept: 'The studies below are those that were fetched before.',
  showing: (shown: string, of: string) => `Showing 1 - ${shown} of ${of} records.`,
  capped: (rows: string) => `The list ends at ${rows}; the CSV file goes on.`,
  fromDevice: 'From this device, as of the last contact',
  coveredFrom: (date: string) =>
    `This device holds studies received since ${date}. Older ones need the network.`,
  nameless: 'No name',
  download: 'Download CSV',
  fileName: 'archives.csv',
  writing: (rows: string, of: string) => `${rows} of ${of} studies written`,
  cancel: 'Cancel',
  cancelled: 'No file was made.',
  exportFailed: 'The CSV file could not be made',
  done: (rows: string) => `${rows} studies are in archives.csv.`,
  doneCapped: (rows: string) => `The first ${rows} studies are in archives.csv; more match these filters.`,
  doneOffline: (rows: string) =>
    `${rows} studies of this device are in archives.csv, as of the last contact.`,
  doneCovered: (rows: string, date: string) =>
    `${rows} studies of this device are in archives.csv. Those received before ${date} need the network and are not in it.`,
} as const
