/** Words of the lab reports list (docs/studies.md#study-lists). */
export const LAB_WORDS = {
  title: 'Lab Reports',
  list: 'Lab reports',
  columns: {
    patient: 'Patient',
    age: 'Age',
    gender: 'Gender',
    visit: 'Visit No',
    start: 'Visit',
    branch: 'Branch',
    reports: 'Reports',
  },
  filters: { k: 'Keyword', branch_id: 'Branch', from_date: 'From', to_date: 'To' },
  keywordHint: 'Name, patient ID, visit no.',
  nameless: 'No name',
  years: (years: number) => `${years}Y`,
  noAge: '–',
  report: 'Report',
  open: (name: string) => `Open ${name}`,
  offlineReport: 'Reports need the network',
  empty: 'No lab report found.',
  emptyHint:
    'Results appear here as soon as the laboratory has sent them. Widen the dates or remove a filter.',
  failed: 'The list could not be refreshed',
  kept: 'These results were loaded earlier.',
  offline: 'Lab reports need the network.',
  keptAt: (at: string) => `From this device, as of ${at}`,
} as const
