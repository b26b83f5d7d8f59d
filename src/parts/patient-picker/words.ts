/** Words of the patient search (docs/studies.md#dialogs). */
export const PICKER_WORDS = {
  title: 'Find patient',
  search: 'Name, phone, patient ID or national ID',
  dob: 'DOB',
  found: 'Patients',
  none: 'No patient found',
  noneHint:
    'Try another spelling. Patients of other branches are found by the whole phone or ID, or by the name with the date of birth.',
  noneHere: 'This device knows no such patient. The others are found when the line is back.',
  recent: 'Seen last',
  fromDevice: 'Offline: patients of this device only.',
  asking: 'Asking the server',
  keys: 'Arrows choose, Enter takes',
  hasMore: (count: number) => `The first ${count}. There are more.`,
  showMore: 'Show more',
} as const
