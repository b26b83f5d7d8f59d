import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUpi, isUpiId, upiLink } from '#domain/money/upi.ts'

test('the code gives the app the exact amount in rupees, the payee and the purpose', () => {
  const asked = {
    upiId: 'clinic@okaxis',
    payee: 'Sanjeevani & Sons',
    amount: '1450.50',
    note: 'Visit V100301',
  }
  expect(upiLink(asked)).toBe(
    'upi://pay?pa=clinic@okaxis&pn=Sanjeevani%20%26%20Sons&am=1450.50&cu=INR&tn=Visit%20V100301',
  )
})

test('unknown values are left out and not sent empty', () => {
  expect(upiLink({ upiId: 'clinic@okaxis', payee: '', amount: '10.00', note: '' })).toBe(
    'upi://pay?pa=clinic@okaxis&am=10.00&cu=INR',
  )
})

test('an address consists of a name and the handle of a bank', () => {
  expect(['clinic@okaxis', 'a.b-c_1@ybl', '9820012345@paytm'].map(isUpiId)).toEqual([true, true, true])
  expect(['clinic', '@okaxis', 'c@okaxis', 'clinic@', 'clinic@1bank', 'cli nic@okaxis'].some(isUpiId)).toBe(
    false,
  )
})

test('a code is shown only for the modes of UPI apps', () => {
  expect(['GPay', 'PayTM', 'PhonePE', 'Other_UPI'].every(isUpi)).toBe(true)
  expect(['Cash', 'Card', 'Insurance'].some(isUpi)).toBe(false)
})

test('any payee and note keep the amount of the code unchanged', () => {
  const words = fc.string({ unit: fc.constantFrom('&', '=', '#', '%', '+', '?', ' ', 'é', 'आ', 'a') })
  fc.assert(
    fc.property(words, words, fc.integer({ min: 1, max: 9_999_999 }), (payee, note, minor) => {
      const amount = (minor / 100).toFixed(2)
      const { searchParams } = new URL(upiLink({ upiId: 'clinic@okaxis', payee, amount, note }))
      expect(searchParams.getAll('am')).toEqual([amount])
      expect(searchParams.get('pa')).toBe('clinic@okaxis')
      expect(searchParams.get('pn') ?? '').toBe(payee)
    }),
  )
})
