/** Words of departments, services, packages and commissions (docs/masters.md#lists, docs/wire.md#refusals). */
export const CATALOGUE_WORDS = {
  machines: 'Machines',
  machinesOf: (name: string) => `Machines of ${name}`,
  machineCount: (count: number) => (count === 1 ? '1 machine' : `${count} machines`),
  chargesOf: (name: string) => `Charges of ${name}`,
  clientInfo: 'Charges, TAT and slots',
  minutes: (count: number) => (count === 0 ? '' : `${count} min`),

  departments: 'Departments',
  allDepartments: 'All departments',
  noDepartments: 'There are no departments yet.',
  exportExcel: 'Export Excel',
  exporting: (rows: number, of: number) => `Writing ${rows} of ${of}`,
  exportNothing: 'There is no records!',
  importExcel: 'Import Excel',
  chooseOne: 'Select exactly one department first.',
  sheetName: 'Services',
  exportName: (day: string) => `services-${day}.xlsx`,
  columns: {
    department: 'Department',
    type: 'Type',
    status: 'Status',
  },
  active: 'Active',
  inactive: 'Inactive',
  yes: 'Yes',
  no: 'No',

  services: 'Services',
  labServices: 'Tests',
  labServicesHint: 'Each one is listed in orders to the laboratory.',
  labName: (no: number) => `Name of test ${no}`,
  labCode: (no: number) => `Code of test ${no}`,
  labNamePlaceholder: 'Name',
  labCodePlaceholder: 'Code',
  labRemove: (no: number) => `Remove test ${no}`,
  labAdd: 'Add test',
  addService: 'Add a service',
  addServiceHint: 'Find it by name or code',
  noServices: 'No services yet. Add one above.',
  service: 'Service',
  originalCharges: 'Original',
  charges: 'Charges',
  chargesFor: (name: string) => `Charges of ${name}`,
  removeService: (name: string) => `Remove ${name}`,
  total: 'Total',
  setTotal: 'Set total',
  apply: 'Apply',
  totalHint: 'A total is spread over the services in proportion; the remainder goes to the first.',

  schemes: 'Referral Doctor Schemes',
} as const

const rows = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'row' : 'rows'}`
const are = (count: number) => (count === 1 ? 'is' : 'are')

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** Words of the import of sheets. */
export const IMPORT_WORDS = {
  services: (department: string) => `Import services of ${department}`,
  refDoctors: 'Import referral doctors',
  type: 'Type',
  branches: 'Branches with these charges',
  branchesHint: 'If blank, the charges apply to every branch.',
  choose: 'Choose a file',
  chooseHint: '.xlsx or .csv, at most 20,000 rows. The first row names the columns.',
  sample: 'Download a sample',
  drop: 'Drop the sheet here, or choose it',
  reading: 'Reading the file',
  checking: (done: number, total: number) =>
    `Checked ${done.toLocaleString()} of ${total.toLocaleString()} rows`,
  notRead: 'The file was refused',
  cancel: 'Cancel',
  close: 'Close',
  another: 'Choose another file',
  sheetRead: (name: string) => `Sheet "${name}" is read.`,
  notReadSheets: (names: readonly string[]) => `Not read: ${quoted(names)}.`,
  hiddenSheets: (names: readonly string[]) => `Hidden in the file and not read: ${quoted(names)}.`,
  row: 'Row',
  verdict: 'Check',
  good: 'Good',
  summary: (good: number, bad: number) =>
    bad === 0
      ? `${rows(good)} ${are(good)} good.`
      : `${rows(good)} ${are(good)} good, ${bad.toLocaleString()} ${are(bad)} not and will not be sent.`,
  onlyBad: 'Show only rows with problems',
  upload: (count: number) => `Upload ${rows(count)}`,
  nothingGood: 'No row of this sheet is valid.',
  goodRows: (count: number) => `${rows(count)} will be added.`,
  confirm: 'Upload',
  sending: (done: number, total: number) =>
    `${done.toLocaleString()} of ${rows(total)} ${are(total)} on the server`,
  stopped: 'Stopped',
  failed: 'The upload stopped',
  stands: (done: number, total: number) =>
    `${done.toLocaleString()} of ${rows(total)} are on the server. Continuing adds none of them twice.`,
  goOn: 'Go on',
  done: (created: number) => `${created.toLocaleString()} added.`,
  refused: (count: number) => `${rows(count)} ${count === 1 ? 'was' : 'were'} refused by the server.`,
  preview: 'Rows of the sheet',
} as const

/** Words of the commission dialog (docs/masters.md#people, docs/masters.md). */
export const COMMISSION_WORDS = {
  title: 'Spcl Disc. & Service Charges',
  of: (name: string) => `Spcl Disc. & Service Charges: ${name}`,
  banned: (country: string, note: string) =>
    `Commissions are off in ${country}${note === '' ? '' : `: ${note}`}. Rates entered here are stored, but bookings earn no commission.`,
  hospital: 'Hospital',
  withoutHospital: 'Without Hospital',
  branch: 'Branch',
  allBranches: 'All branches',
  department: 'Department',
  allDepartments: 'All departments',
  find: 'Find a service',
  service: 'Service',
  percent: 'Commission %',
  commission: 'Commission',
  type: 'Type',
  serviceCharges: 'Service charges',
  percentOf: (place: string) => `Commission % of ${place}`,
  commissionOf: (place: string) => `Commission of ${place}`,
  typeOf: (place: string) => `Type of ${place}`,
  chargesOf: (place: string) => `Service charges of ${place}`,
  changed: (count: number) => (count === 1 ? '1 row changed' : `${count} rows changed`),
  nothingChanged: 'Nothing changed',
  save: 'Save',
  close: 'Close',
  saved: 'Saved',
  /** Verbatim texts (docs/wire.md#refusals). */
  error: 'Error',
  nothing: 'No rows',
  nothingHint: 'Choose another branch or department.',
  leave: 'Leave without saving?',
  leaveMessage: 'The changed rows are lost.',
  leaveConfirm: 'Leave',
  wrong: 'Some rows have errors. Correct the red ones.',
  conflict:
    'Someone else changed these rates in the meantime. Your changes are still here; look at them and save again.',
} as const
