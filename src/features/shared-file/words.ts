/** Words of the screen that files what was shared with the app. */
export const SHARED_WORDS = {
  title: 'File with a patient',
  subtitle: 'Choose whose document it is, its visit and its tag.',
  none: 'Nothing waits to be filed',
  noneHint: 'Share a picture or a PDF with Readroom, or open one with it, and it is filed here.',
  lost: 'The file is no longer here',
  lostHint: 'Share it with Readroom once more.',
  leftOut: (count: number) =>
    count === 1
      ? 'One file was too large and was left out.'
      : `${count} files were left out: too many or too large.`,
  full: 'This device is full',
  fullHint: (names: readonly string[]) =>
    `${names.join(', ')}: not kept on this device yet. Free some space and try again, and leave this page open until then.`,
  tryAgain: 'Try again',
  files: 'Files',
  leave: (name: string) => `Leave out ${name}`,
  preview: (name: string) => `Preview of ${name}`,
  patient: 'Patient',
  otherPatient: 'Choose another patient',
  visit: 'Visit',
  noVisits: 'This patient has no visit on this device. Book one first; the file waits here.',
  tag: 'Document tag',
  chooseTag: 'Select a tag',
  patientFirst: 'Choose the patient first.',
  visitFirst: 'Choose the visit first.',
  tagFirst: 'You need to select a tag first!',
  file: (count: number) => (count === 1 ? 'File document' : `File ${count} documents`),
  cancel: 'Cancel',
  cancelHint: 'Cancel deletes the file from this device. The original stays where it came from.',
  filed: (count: number, visitNo: string) =>
    `${count === 1 ? 'The document is' : `${count} documents are`} filed with visit ${visitNo}.`,
} as const
