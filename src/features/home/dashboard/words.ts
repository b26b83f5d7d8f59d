import type { DateBasis } from '#domain/study/lists/date-basis.ts'

const NUMBER = new Intl.NumberFormat('en-US')
const cases = (n: number) => `${NUMBER.format(n)} ${n === 1 ? 'case' : 'cases'}`

/** Words of the analytics dashboard. */
export const DASHBOARD_WORDS = {
  title: 'Dashboard',
  summary: 'Summary',
  filters: {
    branch: 'Branch',
    allBranches: 'All',
    basis: 'Date basis',
    days: 'Days',
    quick: 'Quick dates',
  },
  bases: {
    study_datetime: 'Date: Study',
    received_datetime: 'Date: Received',
    signed_on: 'Date: Signed',
  } satisfies Record<DateBasis, string>,
  number: (n: number) => NUMBER.format(n),
  totalCases: 'TOTAL CASES',
  openList: (label: string, n: number) => `${label}: ${cases(n)}, open the list`,
  noCases: 'No case on these days.',
  doctors: 'Reporting doctors',
  noReports: 'No report of these days is signed yet.',
  reports: (n: number) => `${NUMBER.format(n)} ${n === 1 ? 'report' : 'reports'}`,
  openReports: (name: string, n: number) =>
    `${NUMBER.format(n)} ${n === 1 ? 'report' : 'reports'} by ${name}, open the list`,
  onlyDoctor: (name: string) => `Show studies of ${name} only`,
  clearDoctors: 'All doctors',
  asAt: (moment: string, n: number) => `As at ${moment} · ${cases(n)}`,
  kept: (moment: string, n: number) => `From this device, as at ${moment} · ${cases(n)}`,
  keptOther: (moment: string) =>
    `These figures need the network. The last ones on this device are from ${moment}.`,
  noneKept: 'These figures need the network: this device has none for these days.',
  failed: 'The figures could not be refreshed',
  studies: 'Studies',
  ofDoctors: (n: number) => (n === 1 ? 'of one doctor' : `of ${n} doctors`),
  removeStatus: 'Any status',
  openAll: 'Open in Archives',
  coveredFrom: (date: string) =>
    `This device holds studies received since ${date}. Older ones need the network.`,
  fileName: 'studies-cases.csv',
  months: {
    title: 'Last 12 Months Cases',
    branch: 'Branch of the chart',
    as: 'Chart',
    bar: 'Bar',
    line: 'Line',
    month: 'Month',
    cases: 'Cases',
    empty: 'No case in the last twelve months.',
  },
} as const
