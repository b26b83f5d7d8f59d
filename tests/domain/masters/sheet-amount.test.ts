import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRefDoctorRow } from '#domain/masters/ref-doctor-sheet.ts'
import { readServiceRow } from '#domain/masters/service-sheet.ts'
import { readSheetAmount } from '#domain/masters/sheet-amount.ts'

const INDIA = { decimals: 2, currency: 'INR' }
const KUWAIT = { decimals: 3, currency: 'KWD' }

test.each([
  ['1200', 1200],
  ['1200.5', 1200.5],
  ['₹1200', 1200],
  ['₹ 1200.50', 1200.5],
  ['Rs. 1200', 1200],
  ['1200/-', 1200],
  ['Rs 1200/-', 1200],
  ['INR 1200', 1200],
  ['1200 inr', 1200],
  ['१२००', 1200],
  ['₹ १२००.५०', 1200.5],
  ['١٢٠٠', 1200],
  ['۱۲۰۰٫۵', 1200.5],
  ['١٬٢٠٠٫٥٠', 1200.5],
  ['1234.200', 1234.2],
])('%s is read as intended', (text, amount) => {
  expect(readSheetAmount(text, INDIA)).toEqual({ amount })
})

test('the currency of the client is recognised by its own signs, with direction marks around them', () => {
  for (const text of ['12.500 د.ك', '\u200fد.ك.\u200f ١٢٫٥٠٠', 'KD 12.500', 'K.D. 12.5', '12.500'])
    expect(readSheetAmount(text, KUWAIT), text).toEqual({ amount: 12.5 })
})

test.each([
  ['1,200', '1200 or 1.200'],
  ['1.200', '1200 or 1.200'],
  ['1.200,50', '1200.50'],
  ['1,200.50', '1200.50'],
  ['1,20,000', '120000'],
  ['12,50', '12.50'],
  ['1 200', '1200'],
  ['1’200', '1200'],
  ['123,456', '123456 or 123.456'],
  ['₹ 1,200', '1200 or 1.200'],
])('%s is reported as unclear and not guessed', (text, meanings) => {
  expect(readSheetAmount(text, INDIA).fault).toBe(`is unclear: write "${text}" as ${meanings}`)
})

test('a currency of another country is no amount of this client', () => {
  expect(readSheetAmount('$ 100', INDIA).fault).toBe('names $, and the amounts here are in INR')
  expect(readSheetAmount('RM 100', { decimals: 2, currency: 'MYR' }).fault).toBe(
    'names RM, and the amounts here are in MYR',
  )
  expect(readSheetAmount('100 KWD', INDIA).fault).toBe('names KWD, and the amounts here are in INR')
  for (const text of [
    '-5',
    '(5)',
    'five',
    '1.2.3',
    '5%',
    '₹5₹',
    '₹',
    ',200',
    '1,2,345',
    '1,,200',
    '1234,567,8',
  ])
    expect(readSheetAmount(text, INDIA).fault, text).toBe('takes digits and a dot only')
})

test('a number without separators gives the same amount in every script', () => {
  const zero = fc.constantFrom(0x30, 0x660, 0x6f0, 0x966)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      zero,
      fc.constantFrom('', '₹', 'Rs. '),
      (n, first, sign) => {
        const text = String(n).replace(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)))
        expect(readSheetAmount(sign + text, INDIA)).toEqual({ amount: n })
      },
    ),
  )
})

test('a row of services accepts other digits in each of its numbers', () => {
  const read = readServiceRow(
    {
      name: 'CT',
      charges: '₹ १२००',
      tat: '١٢٠',
      points: '१.५',
      default_refdr_charges: '१० %',
      default_refdr_charges_type: '',
    },
    { ...INDIA, isRadiology: true },
  )
  expect(read.row).toMatchObject({
    charges: 1200,
    tat: 120,
    points: 1.5,
    default_refdr_charges: 10,
    default_refdr_charges_type: 'Percent',
  })
  const flat = { name: 'CT', charges: '5', default_refdr_charges: '10٪', default_refdr_charges_type: 'Flat' }
  expect(readServiceRow(flat, { ...INDIA, isRadiology: true }).faults).toEqual([
    'Ref. Dr. Charges is a percentage, and its type is Flat',
  ])
  const much = { name: 'CT', charges: '5', default_refdr_charges: '110%' }
  expect(readServiceRow(much, { ...INDIA, isRadiology: true }).faults).toEqual([
    'Ref. Dr. Charges is 0 to 100',
  ])
})

test('a mobile number in other digits is the same number', () => {
  expect(readRefDoctorRow({ fname: 'Asha', mobile: '९८२०००००१२' }).row?.mobile).toBe('9820000012')
})
