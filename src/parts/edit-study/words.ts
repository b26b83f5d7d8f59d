import type { EditableField } from '#domain/study/study-rules.ts'

/** Words for correcting patient and study (docs/studies.md#dialogs). */
export const EDIT_WORDS = {
  title: 'Edit details',
  fields: {
    pat_name: 'Patient name',
    pat_id: 'Patient ID',
    pat_sex: 'Sex',
    pat_birthdate: 'Date of birth',
    study_desc: 'Study description',
    accession_no: 'Accession number',
    ref_physician: 'Referring physician',
  } satisfies Record<EditableField, string>,
  patient: 'Patient',
  study: 'Study',
  noSex: 'Not specified',
  save: 'Save',
  cancel: 'Cancel',
  nameless: 'Enter the name of the patient.',
  birthdate: (problem: string) => `Date of birth ${problem}.`,
  signed:
    'A report of this study is signed. Its text stays as it was signed; papers printed from now on carry the corrected data.',
  renameTitle: 'Correct the name under signed reports?',
  renameNote: (before: string, after: string) =>
    `These reports were signed under the name “${before}”. From now on the study and its papers say “${after}”:`,
  signedReports: 'Signed reports',
  reportOf: (no: number, name: string) => (name ? `Report ${no}, ${name}` : `Report ${no}`),
  renameEffect:
    'Their text and signatures stay as they are, and so do copies that were printed, sent or downloaded. What is printed, shared or opened in the portal from now on carries the corrected name. If another person is meant, say so in an addendum.',
  rename: 'Correct the name',
  headerStays: 'From then on the image server no longer overwrites these fields.',
  conflict: 'Somebody else changed these fields in the meantime. Choose which values to keep, then save.',
  refused: 'The server refused this correction',
  field: 'Field',
  mine: 'Yours',
  theirs: 'On server',
  empty: 'empty',
  enterMine: 'Enter mine again',
  done: 'On this device. It is sent to the server automatically.',
  noRight: 'Your role may not edit patient and study.',
} as const
