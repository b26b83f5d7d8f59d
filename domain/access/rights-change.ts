import { moduleLabel } from './application-modules.ts'
import type { Permission } from './permissions.ts'
import type { SalesInvoiceScope, SalesReportScope } from './sales-scopes.ts'

/** Everything that a person may do, by their role and by their own record. */
export interface Rights {
  modules: readonly Permission[]
  salesReport: SalesReportScope
  salesInvoice: SalesInvoiceScope
  /** Names of the branches that they see. */
  branches: readonly string[]
  /** All branches, as administrators do. */
  seesAllBranches: boolean
  isDoctor: boolean
  isClinicDoctor: boolean
  isReferrer: boolean
  canSign: boolean
  viewsImagesOnly: boolean
}

/** Rights that a save adds and removes, each in words, in the order of the form. */
export interface RightsChange {
  gives: string[]
  takes: string[]
}

/** No rights: those of a new person. */
export const NO_RIGHTS: Rights = {
  modules: [],
  salesReport: 'Self_Created_Only',
  salesInvoice: 'Paid_Only',
  branches: [],
  seesAllBranches: false,
  isDoctor: false,
  isClinicDoctor: false,
  isReferrer: false,
  canSign: false,
  viewsImagesOnly: false,
}

const INVOICES: Record<SalesInvoiceScope, readonly string[]> = {
  All: ['Paid invoices', 'Pending invoices'],
  Paid_Only: ['Paid invoices'],
  Pending_Only: ['Pending invoices'],
}
const FLAGS = {
  isDoctor: 'Reads images as a radiology doctor',
  isClinicDoctor: 'Sees patients as a clinical doctor',
  isReferrer: 'Sees the patients that they referred',
  canSign: 'Signs reports',
} as const

/** The rights that `after` has and `before` lacks, and the reverse. */
export function rightsChange(before: Rights, after: Rights): RightsChange {
  const [had, has] = [wordsOf(before), wordsOf(after)]
  return {
    gives: has.filter((word) => !had.includes(word)),
    takes: had.filter((word) => !has.includes(word)),
  }
}

// Sales and invoice scopes matter only to holders of a report on them.
const OF_SALES: readonly Permission[] = [
  'sales_report',
  'bi_report',
  'referral_commission_report',
  'appointments',
]

function wordsOf(rights: Rights): string[] {
  const readsSales = rights.modules.some((name) => OF_SALES.includes(name))
  return [
    ...rights.modules.map(moduleLabel),
    ...(readsSales ? salesOf(rights) : []),
    ...(rights.seesAllBranches ? ['All branches'] : rights.branches.map((name) => `Branch ${name}`)),
    ...Object.entries(FLAGS).flatMap(([flag, words]) => (rights[flag as keyof typeof FLAGS] ? [words] : [])),
    ...(rights.viewsImagesOnly ? [] : rights.modules.length > 0 ? ['Reports, beside the images'] : []),
  ]
}

const salesOf = ({ salesReport, salesInvoice }: Rights) => [
  'Sales of the visits that they make',
  ...(salesReport === 'All' ? ['Sales of others'] : []),
  ...INVOICES[salesInvoice],
]
