import { plainDigits } from '../time/plain-digits.ts'
import { isDigits } from './charge-text.ts'
import type { Cells, RowVerdict, SheetColumn } from './sheet.ts'
import { readSheetAmount, type SheetMoney } from './sheet-amount.ts'

/** Columns of a sheet of services (docs/masters.md#departments-services-machines, docs/masters.md); department, type and branches are chosen for all rows. */
export const SERVICE_COLUMNS = [
  { name: 'name', title: 'Service Name', aliases: ['Service'], required: true },
  { name: 'code', title: 'Code', aliases: ['Service Code'] },
  { name: 'charges', title: 'Charges', aliases: ['Charge', 'Price'], required: true, isAmount: true },
  { name: 'tat', title: 'TAT (minutes)', aliases: ['TAT', 'TAT minutes'] },
  {
    name: 'default_refdr_charges',
    title: 'Ref. Dr. Charges',
    aliases: ['Default Ref. Dr. Charges'],
    isAmount: true,
  },
  {
    name: 'default_refdr_charges_type',
    title: 'Ref. Dr. Charges Type',
    aliases: ['Default Ref. Dr. Charges Type'],
  },
  { name: 'points', title: 'Points', aliases: ['Reader Points'], isAmount: true },
  { name: 'is_outsourced', title: 'Is Outsourced', aliases: ['Outsourced'] },
] as const satisfies readonly SheetColumn[]
export type ServiceColumn = (typeof SERVICE_COLUMNS)[number]['name']

/** A service as an import stores it, amounts in the client's currency. */
export interface ServiceRow {
  name: string
  code: string
  charges: number
  tat: number
  /** Reading points; at most two decimals. */
  points: number
  default_refdr_charges: number
  default_refdr_charges_type: 'Percent' | 'Flat'
  is_outsourced: 0 | 1
}

/** Inputs of a row's rules. */
export interface ServiceSheetContext extends SheetMoney {
  /** A TAT is kept for radiology only. */
  isRadiology: boolean
}

const YES = ['1', 'yes', 'y', 'true']
const NO = ['', '0', 'no', 'n', 'false']
const MOST_POINTS = 9_999.99
const LONGEST_TAT = 525_600
const PERCENT = /\s*[%\u066a\uff05]$/

/**
 * Reads one row of a sheet of services. The device calls it before sending and the server before storing: a row that is
 * valid in the preview is valid there too, unless its name was taken meanwhile.
 */
export function readServiceRow(
  cells: Cells<ServiceColumn>,
  context: ServiceSheetContext,
): RowVerdict<ServiceRow> {
  const faults: string[] = []
  const text = (name: ServiceColumn) => (cells[name] ?? '').trim()
  const say = (name: ServiceColumn, fault: string) =>
    void faults.push(`${SERVICE_COLUMNS.find((column) => column.name === name)?.title} ${fault}`)
  const limited = (name: ServiceColumn, max: number) => {
    if (text(name).length > max) say(name, `has at most ${max} characters`)
    return text(name)
  }
  const amount = (name: ServiceColumn, decimals: number) => {
    const read = readSheetAmount(text(name) || '0', { decimals, currency: context.currency })
    if (read.fault !== undefined) say(name, read.fault)
    return read.amount ?? 0
  }

  const name = limited('name', 200)
  if (name === '') say('name', 'is required')
  const code = limited('code', 50)
  if (text('charges') === '') say('charges', 'is required')
  const charges = amount('charges', context.decimals)
  const minutes = context.isRadiology ? plainDigits(text('tat')) : ''
  if (!isDigits(minutes)) say('tat', 'takes digits only')
  else if (Number(minutes) > LONGEST_TAT) say('tat', `is at most ${LONGEST_TAT}`)
  const points = amount('points', 2)
  if (points > MOST_POINTS) say('points', 'is 0 to 9,999.99')
  const kind = /^flat$/i.test(text('default_refdr_charges_type')) ? 'Flat' : 'Percent'
  if (!/^(|percent|%|flat)$/i.test(text('default_refdr_charges_type')))
    say('default_refdr_charges_type', 'is one of Percent, Flat')
  const commission = text('default_refdr_charges')
  if (kind === 'Flat' && PERCENT.test(commission))
    say('default_refdr_charges', 'is a percentage, and its type is Flat')
  const read = readSheetAmount(commission.replace(PERCENT, '') || '0', {
    decimals: kind === 'Flat' ? context.decimals : 2,
    currency: context.currency,
  })
  if (read.fault !== undefined) say('default_refdr_charges', read.fault)
  else if (kind === 'Percent' && read.amount > 100) say('default_refdr_charges', 'is 0 to 100')
  const default_refdr_charges = read.amount ?? 0
  const outsourced = text('is_outsourced').toLowerCase()
  if (![...YES, ...NO].includes(outsourced)) say('is_outsourced', 'is Yes or No')

  if (faults.length > 0) return { faults }
  return {
    row: {
      name,
      code,
      charges,
      tat: Number(minutes),
      points,
      default_refdr_charges,
      default_refdr_charges_type: kind,
      is_outsourced: YES.includes(outsourced) ? 1 : 0,
    },
  }
}

/** The key by which two services of a department count as the same. */
export const serviceKey = (name: string): string => name.trim().toLowerCase()
