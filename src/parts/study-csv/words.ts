/** Words for a CSV file of studies. */
export const STUDY_CSV_WORDS = {
  download: 'Download CSV',
  writing: (rows: string, of: string) => `${rows} of ${of} studies written`,
  cancelled: 'No file was made.',
  exportFailed: 'The CSV file could not be made',
  done: (rows: string, file: string) => `${rows} studies are in ${file}.`,
  doneCapped: (rows: string, file: string) =>
    `The first ${rows} studies are in ${file}; more match these filters.`,
  doneOffline: (rows: string, file: string) =>
    `${rows} studies of this device are in ${file}, as of the last contact.`,
  doneCovered: (rows: string, file: string, date: string) =>
    `${rows} studies of this device are in ${file}. Those received before ${date} need the network and are not in it.`,
  withoutVisits: 'The times of their visits’ steps need the network too: they are shown as N/A.',
} as const
