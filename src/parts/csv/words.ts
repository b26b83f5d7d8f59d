/** Words for downloading lists as CSV files. */
export const CSV_WORDS = {
  csv: 'CSV',
  writing: (rows: string, of: string) => `${rows} of ${of} rows written`,
  cancel: 'Cancel',
  cancelled: 'No file was made.',
  failed: 'The CSV file could not be made',
  done: (rows: string, file: string) => `${rows} rows are in ${file}.`,
  doneCapped: (rows: string, file: string) =>
    `The first ${rows} rows are in ${file}; more match these filters.`,
} as const
