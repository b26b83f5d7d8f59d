/** Words of the patient search (docs/studies.md#dialogs). */
export const PICKER_WORDS = {
  title: 'Find patient',
  search: 'Name, phone, patient ID or national ID',
  dob: 'DOB',
  found: 'Patients',
  none: 'No patient found',
  noneHint:
    'Try another spelling. Patients of other branches are found by the whole phone or ID, or by the name with the date of birth.',
  noneHere: 'No such patient on this device. Other patients are found once you are online.',
  recent: 'Seen last',
  fromDevice: 'Offline: only patients on this device.',
  asking: 'Asking the server',
  keys: 'Arrows choose, Enter takes',
  hasMore: (count: number) => `The first ${count}. There are more.`,
  showMore: 'Show more',
} as const
