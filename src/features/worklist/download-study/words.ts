/** Words of downloading a study. */
export const DOWNLOAD_WORDS = {
  title: 'Download study',
  notSwitchedOn: 'Downloads are not switched on for this centre',
  wrongServer: 'The image server of this study offers no zip files',
  offline: 'A download needs the network',
  starting: 'Asking the image server',
  received: (done: string) => `${done} received`,
  receivedOf: (done: string, whole: string) => `${done} of about ${whole} received`,
  done: 'The study was downloaded whole.',
  cancelled: 'The download was cancelled. No file was made.',
  failed: 'The study could not be downloaded',
  nothingKept: 'No file was made.',
  cancel: 'Cancel',
  close: 'Close',
  fileName: (accession: string, uid: string) => `study-${(accession || uid).replace(/[^\w.-]+/g, '_')}.zip`,
} as const
