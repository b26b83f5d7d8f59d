import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filledCharges, readCharge, readPercent } from '#domain/masters/charge-text.ts'
import { percentFault, serviceRateFaults, withType } from '#domain/masters/commission-rows.ts'
import { readRefDoctorRow, refDoctorKey } from '#domain/masters/ref-doctor-sheet.ts'
import { readServiceRow } from '#domain/masters/service-sheet.ts'
import { escapeFormula, matchColumns, tooManyRows, unescapeFormula } from '#domain/masters/sheet.ts'
import { rulesOf } from '#domain/masters/sheet-imports.ts'

const INDIA = { decimals: 2, currency: 'INR', isRadiology: true }
const KUWAIT = { decimals: 3, currency: 'KWD', isRadiology: true }

test('charges accept only digits and a dot, and no more decimals than the currency has', () => {
  expect(readCharge('1200.50', 2)).toEqual({ amount: 1200.5 })
  expect(readCharge('12.500', 2)).toEqual({ amount: 12.5 })
  expect(readCharge('12.345', 2).fault).toBe('has at most 2 decimals')
  expect(readCharge('12.345', 3)).toEqual({ amount: 12.345 })
  for (const text of ['-1', '1,200', '1e3', '₹5', '.', '', '1.2.3'])
    expect(readCharge(text, 2).fault, text).toBe('takes digits and a dot only')
  expect(readCharge('100000000000', 2).fault).toBe('is too large')
  expect(readPercent('100.01').fault).toBe('is 0 to 100')
  expect(readPercent('100')).toEqual({ amount: 100 })
  expect(readCharge('99999999999', 2)).toEqual({ amount: 99_999_999_999 })
  expect(readCharge('7.0', 0)).toEqual({ amount: 7 })
  expect(readCharge('7.5', 0).fault).toBe('takes no decimals')
})

test('a typed amount is read back unchanged, whatever the decimals', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 0, max: 999 }),
      (whole, thousandths) => {
        const text = `${whole}.${String(thousandths).padStart(3, '0')}`
        expect(readCharge(text, 3).amount).toBe(Number(text))
      },
    ),
  )
})

test('a map of charges sends only entries that are filled', () => {
  expect(filledCharges({ a: '', b: '0', c: 12.5, d: null, e: undefined })).toEqual({ b: 0, c: 12.5 })
})

test('a row of services names each broken rule by its column', () => {
  expect(readServiceRow({ name: ' CT Wrist ', charges: '12.5', is_outsourced: 'YES' }, INDIA).row).toEqual({
    name: 'CT Wrist',
    code: '',
    charges: 12.5,
    tat: 0,
    points: 0,
    default_refdr_charges: 0,
    default_refdr_charges_type: 'Percent',
    is_outsourced: 1,
  })
  expect(readServiceRow({ name: 'A', charges: '1', is_outsourced: 'no' }, INDIA).row?.is_outsourced).toBe(0)
  expect(readServiceRow({ name: 'A', charges: '1', points: '2.25' }, KUWAIT).row?.points).toBe(2.25)
  for (const points of ['-1', '1.005', '10000', 'two'])
    expect(readServiceRow({ name: 'A', charges: '1', points }, INDIA).faults?.[0]).toMatch(/^Points /)
  const bad = { name: '', charges: 'free', tat: '1.5', default_refdr_charges: '120', is_outsourced: 'maybe' }
  expect(readServiceRow(bad, KUWAIT).faults).toEqual([
    'Service Name is required',
    'Charges takes digits and a dot only',
    'TAT (minutes) takes digits only',
    'Ref. Dr. Charges is 0 to 100',
    'Is Outsourced is Yes or No',
  ])
  expect(
    readServiceRow({ name: 'ECG', charges: '1', tat: 'x' }, { ...INDIA, isRadiology: false }).row?.tat,
  ).toBe(0)
})

test('a row of referrers needs first name and mobile, and identifies a person by names and mobile', () => {
  expect(readRefDoctorRow({ fname: ' Meera ', mobile: '9820000001' }).row?.fname).toBe('Meera')
  expect(readRefDoctorRow({ mobile: '98200000012', email: 'meera' }).faults).toEqual([
    'Mobile has at most 10 characters',
    'First Name is required',
    'Email must be an e-mail address',
  ])
  expect(readRefDoctorRow({ fname: 'Asha', mobile: '98-200' }).faults).toEqual(['Mobile takes digits only'])
  expect(refDoctorKey({ fname: 'MEERA', lname: ' Pai', mobile: '1' })).toBe(
    refDoctorKey({ fname: 'meera', lname: 'pai', mobile: '1' }),
  )
})

test('columns are found by their headings in any order and case; missing ones are named', () => {
  const { columns } = rulesOf({ kind: 'services', ...INDIA })
  const { places, missing } = matchColumns(columns, ['charges', 'SERVICE NAME', 'something', 'Tat (Minutes)'])
  expect([places.get('name'), places.get('charges'), places.get('tat')]).toEqual([1, 0, 3])
  expect(missing).toEqual([])
  expect(matchColumns(columns, ['Code']).missing).toEqual(['Service Name', 'Charges'])
})

test('the samples break no rule', () => {
  for (const sheet of [{ kind: 'services', ...INDIA }, { kind: 'refDoctors' }] as const) {
    const { sample, faultsOf } = rulesOf(sheet)
    expect(sample.flatMap(faultsOf)).toEqual([])
  }
})

test('a text that would run as a formula stays text, and is read back unchanged', () => {
  fc.assert(
    fc.property(fc.constantFrom('=1+1', '+91 22', '-5', '@x', 'CT'), (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
    }),
  )
  expect(escapeFormula('=HYPERLINK("x")')).toBe('\'=HYPERLINK("x")')
  expect(tooManyRows(100_000)).toBe('This sheet has 100,000 rows. Split it: one import takes at most 20,000.')
})

test('changing the type of a commission resets its amount; a blank rate beside a price means the usual one', () => {
  const draft = { charges: '10', charges_type: 'Percent', service_charges: '500' } as const
  expect(withType(draft, 'Flat')).toEqual({ charges: '', charges_type: 'Flat', service_charges: '500' })
  expect(withType(draft, 'Percent')).toBe(draft)
  expect(serviceRateFaults({ ...draft, charges: '' }, 2)).toEqual({})
  expect(serviceRateFaults({ ...draft, charges: '101' }, 2)).toEqual({ charges: 'is 0 to 100' })
  expect(serviceRateFaults({ ...draft, charges: '101', charges_type: 'Flat' }, 2)).toEqual({})
  expect(serviceRateFaults({ ...draft, service_charges: '1.234' }, 2)).toEqual({
    service_charges: 'has at most 2 decimals',
  })
  expect([percentFault(''), percentFault('.')]).toEqual([undefined, 'takes digits and a dot only'])
})

test('a percentage in a sheet is the commission as shown, and never an amount', () => {
  const row = { name: 'A', charges: '1' }
  const commission = (text: string, type = '') =>
    readServiceRow({ ...row, default_refdr_charges: text, default_refdr_charges_type: type }, INDIA)
  for (const text of ['10', '10%', '10 %']) expect(commission(text).row?.default_refdr_charges).toBe(10)
  expect(commission('12.345%').faults).toEqual(['Ref. Dr. Charges has at most 2 decimals'])
  expect(commission('110%').faults).toEqual(['Ref. Dr. Charges is 0 to 100'])
  expect(commission('10%', 'Flat').faults).toEqual(['Ref. Dr. Charges is a percentage, and its type is Flat'])
  expect(readServiceRow({ name: 'A', charges: '10%' }, INDIA).faults).toEqual([
    'Charges takes digits and a dot only',
  ])
})

test.each([
  ['fname', 'First Name', 60],
  ['lname', 'Last Name', 60],
  ['mobile', 'Mobile', 10],
  ['email', 'Email', 200],
  ['ref_dr_area', 'Area', 200],
  ['address', 'Address', 500],
] as const)('of a referrer, %s has at most %i characters', (name, title, most) => {
  const tail = name === 'email' ? '@x.in' : ''
  const text = (length: number) => '1'.repeat(length - tail.length) + tail
  const faultsWith = (length: number) =>
    readRefDoctorRow({ fname: 'Asha', mobile: '1', [name]: text(length) }).faults
  expect(faultsWith(most)).toBeUndefined()
  expect(faultsWith(most + 1)).toEqual([`${title} has at most ${most} characters`])
})

test('a row of services is kept up to the limits of its columns', () => {
  const row = { name: 'A', charges: '1' }
  const faultsWith = (
    more: Partial<Record<'name' | 'code' | 'tat' | 'points' | 'default_refdr_charges', string>>,
  ) => readServiceRow({ ...row, ...more }, INDIA).faults
  expect(faultsWith({ name: 'n'.repeat(200), code: 'c'.repeat(50), tat: '525600' })).toBeUndefined()
  expect(faultsWith({ points: '9999.99', default_refdr_charges: '100' })).toBeUndefined()
  expect(faultsWith({ name: 'n'.repeat(201) })).toEqual(['Service Name has at most 200 characters'])
  expect(faultsWith({ code: 'c'.repeat(51) })).toEqual(['Code has at most 50 characters'])
  expect(faultsWith({ tat: '525601' })).toEqual(['TAT (minutes) is at most 525600'])
  expect(faultsWith({ default_refdr_charges: '100.01' })).toEqual(['Ref. Dr. Charges is 0 to 100'])
})

test('a sheet of referrers needs a first name and a mobile, and one of clinical services has no TAT', () => {
  const referrers = rulesOf({ kind: 'refDoctors' })
  expect(matchColumns(referrers.columns, ['Email']).missing).toEqual(['First Name', 'Mobile'])
  expect(referrers.keyOf({ fname: 'Meera', lname: 'Pai', mobile: '1' })).toBe(
    referrers.keyOf({ fname: 'MEERA ', lname: 'pai', mobile: '1' }),
  )
  expect(referrers.keyOf({ fname: 'Meera' })).not.toBe(referrers.keyOf({ fname: 'Meera', mobile: '1' }))
  const namesOf = (isRadiology: boolean) =>
    rulesOf({ kind: 'services', ...INDIA, isRadiology }).columns.map(({ name }) => name)
  expect(namesOf(true).filter((name) => !namesOf(false).includes(name))).toEqual(['tat'])
  const services = rulesOf({ kind: 'services', ...INDIA })
  expect(services.columns.filter(({ isAmount }) => isAmount).map(({ name }) => name)).toEqual([
    'charges',
    'default_refdr_charges',
    'points',
  ])
  expect(services.keyOf({ name: ' CT Wrist' })).toBe(services.keyOf({ name: 'ct wrist' }))
  expect(services.keyOf({ name: 'CT Wrist' })).not.toBe(services.keyOf({ name: 'CT Knee' }))
  expect(services.faultsOf({ name: 'CT Wrist', charges: 'free' })).toEqual([
    'Charges takes digits and a dot only',
  ])
})
