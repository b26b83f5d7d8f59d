import { plainDigits } from '../time/plain-digits.ts'
import type { Cells, RowVerdict, SheetColumn } from './sheet.ts'

/** Columns of a sheet of referral doctors or hospitals (docs/masters.md). */
export const REF_DOCTOR_COLUMNS = [
  { name: 'fname', title: 'First Name', aliases: ['Name'], required: true },
  { name: 'lname', title: 'Last Name' },
  { name: 'mobile', title: 'Mobile', aliases: ['Mobile No', 'Phone'], required: true },
  { name: 'email', title: 'Email' },
  { name: 'ref_dr_area', title: 'Area' },
  { name: 'address', title: 'Address' },
] as const satisfies readonly SheetColumn[]
export type RefDoctorColumn = (typeof REF_DOCTOR_COLUMNS)[number]['name']

/** A referrer as an import stores one. */
export type RefDoctorRow = Record<RefDoctorColumn, string>

/** Longest text of each column. */
const LONGEST: Record<RefDoctorColumn, number> = {
  fname: 60,
  lname: 60,
  mobile: 10,
  email: 200,
  ref_dr_area: 200,
  address: 500,
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Reads one row of a sheet of referrers, by the rules of a user's form: first name and mobile are required. */
export function readRefDoctorRow(cells: Cells<RefDoctorColumn>): RowVerdict<RefDoctorRow> {
  const row = Object.fromEntries(
    REF_DOCTOR_COLUMNS.map(({ name }) => [name, (cells[name] ?? '').trim()]),
  ) as RefDoctorRow
  row.mobile = plainDigits(row.mobile)
  const faults: string[] = []
  for (const { name, title } of REF_DOCTOR_COLUMNS)
    if (row[name].length > LONGEST[name]) faults.push(`${title} has at most ${LONGEST[name]} characters`)
  if (row.fname === '') faults.push('First Name is required')
  if (row.mobile === '') faults.push('Mobile is required')
  else if (!/^\d+$/.test(row.mobile)) faults.push('Mobile takes digits only')
  if (row.email !== '' && !EMAIL.test(row.email)) faults.push('Email must be an e-mail address')
  return faults.length > 0 ? { faults } : { row }
}

/** The key by which two referrers of a sheet count as the same. */
export const refDoctorKey = ({ fname, lname, mobile }: Pick<RefDoctorRow, 'fname' | 'lname' | 'mobile'>) =>
  [fname, lname, mobile].map((part) => part.trim().toLowerCase()).join('|')
