import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { RecordPayment } from '#src/parts/payments/RecordPayment.tsx'
import { ApiError } from '#src/sync/api/errors.ts'
import type { PaidMode } from '#src/sync/desk/record-payment.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { visitRowOf } from '../booking/visit-row.ts'

const seams = vi.hoisted(() => ({
  online: true,
  recorded: [] as (readonly PaidMode[])[],
  refusal: undefined as string | undefined,
  body: undefined as ErrorBody | undefined,
}))
vi.mock('#src/sync/masters/use-masters.ts', () => ({
  useMasters: () => ({ rows: [{ id: 'star', name: 'Star Health' }], isLoading: false, isFromDevice: true }),
}))
vi.mock('#src/parts/papers/use-paper-context.ts', () => ({
  useCompany: () => ({ hidden_payment_modes: ['PayTM'] }),
  useMoneyFormat: () => ({ locale: 'en-IN', currency: 'INR', decimals: 2 }),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.online }) }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => sessionFields() }))
vi.mock('#src/sync/desk/record-payment.ts', () => ({
  recordPayment: async (_visit: unknown, modes: readonly PaidMode[]) => {
    if (seams.refusal) throw new Error(seams.refusal)
    if (seams.body) throw new ApiError(422, seams.body)
    seams.recorded.push(modes)
    return modes.map((mode) => ({ ...mode, receipt_no: seams.online ? 'R000001' : '' }))
  },
}))

const onRecorded = vi.fn()
const onClose = vi.fn()
const type = userEvent.setup({ delay: null })

beforeEach(() => {
  Object.assign(seams, { online: true, recorded: [], refusal: undefined, body: undefined })
  onRecorded.mockReset()
  onClose.mockReset()
})
afterEach(cleanup)

const open = (change: Parameters<typeof visitRowOf>[0] = {}) =>
  renderInApp(
    <RecordPayment
      visit={visitRowOf({ net_charges: 1000, paid: 0, balance: 1000, ...change })}
      onRecorded={onRecorded}
      onClose={onClose}
    />,
  )
const amount = (mode: string) => screen.findByRole('textbox', { name: `Amount, ${mode}` })
const fill = async (mode: string, text: string) => {
  const input = await amount(mode)
  await type.clear(input)
  if (text !== '') await type.type(input, text)
}
const choose = async (mode: string) => type.click(await screen.findByRole('checkbox', { name: mode }))
const says = (words: string) => waitFor(() => expect(screen.getAllByText(words).length).toBeGreaterThan(0))

test('one Enter records the whole debt in cash', async () => {
  open()
  expect(((await amount('Cash')) as HTMLInputElement).value).toBe('1000.00')
  await type.type(await amount('Cash'), '{Enter}')
  await waitFor(() => expect(onRecorded).toHaveBeenCalledOnce())
  expect(seams.recorded).toEqual([[{ mode: 'Cash', amount: 1000 }]])
  await says('Payment recorded')
})

test('several modes are one payment, and the next one begins with the rest', async () => {
  open()
  await fill('Cash', '600')
  await choose('Insurance')
  expect(((await amount('Insurance')) as HTMLInputElement).value).toBe('400.00')
  await type.click(screen.getByRole('button', { name: 'Record Payment' }))
  await says('Select Insurance!')
  await type.click(screen.getByRole('combobox', { name: 'Insurance scheme' }))
  await type.click(await screen.findByText('Star Health'))
  await type.type(screen.getByRole('textbox', { name: 'Reference number, Insurance' }), 'C-9')
  await type.click(screen.getByRole('button', { name: 'Record Payment' }))
  await waitFor(() =>
    expect(seams.recorded).toEqual([
      [
        { mode: 'Cash', amount: 600 },
        { mode: 'Insurance', amount: 400, pay_scheme_id: 'star', ref_no: 'C-9' },
      ],
    ]),
  )
})

test.each([
  ['', 'Enter amount for all selected modes!'],
  ['12a', 'Amount must be numeric!'],
  ['1000.01', 'You can not receive more than balance!'],
  ['1.005', 'Amount has too many decimals!'],
  ['0', 'Amount must be more than 0!'],
])('an amount of "%s" gives: %s', async (text, words) => {
  open()
  await fill('Cash', text)
  await type.type(await amount('Cash'), '{Enter}')
  await says(words)
  expect(seams.recorded).toEqual([])
})

test('with a referral scheme the patient’s share is offered and no more', async () => {
  open({ patient_share: 40, ref_dr_scheme_id: 'scheme' })
  expect(((await amount('Cash')) as HTMLInputElement).value).toBe('400.00')
})

test('modes that the client hides are not offered', async () => {
  open()
  await screen.findByRole('checkbox', { name: 'GPay' })
  expect(screen.queryByRole('checkbox', { name: 'PayTM' })).toBeNull()
})

test('offline it says where the payment is stored', async () => {
  seams.online = false
  open()
  await screen.findByText(/the payment is kept on this device/)
  await type.type(await amount('Cash'), '{Enter}')
  await says('On this device. It is sent to the server automatically.')
})

test('a refusal of the server is shown, and the typed values stay', async () => {
  seams.refusal = 'You can not receive more than balance!'
  open()
  await fill('Cash', '900')
  await type.type(await amount('Cash'), '{Enter}')
  await says('You can not receive more than balance!')
  expect(((await amount('Cash')) as HTMLInputElement).value).toBe('900')
  expect(onClose).not.toHaveBeenCalled()
})

/** Returns the description of a field. */
const saidAt = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const press = () => type.click(screen.getByRole('button', { name: 'Record Payment' }))
const hasFocus = (field: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(field))

test('a fault is shown at its field and at the button, with the focus in the field', async () => {
  open()
  await fill('Cash', '600')
  await choose('GPay')
  await fill('GPay', '0')
  await press()
  await hasFocus(await amount('GPay'))
  expect(saidAt(await amount('GPay'))).toContain('Amount must be more than 0!')
  expect(saidAt(await amount('Cash'))).toBe('')
  expect(screen.getByRole('alert').textContent).toBe('Amount must be more than 0!')
})

test('a missing insurer is reported at the insurer, insufficient cash at the cash', async () => {
  open()
  await choose('Cash')
  await choose('Insurance')
  await press()
  const scheme = screen.getByRole('combobox', { name: 'Insurance scheme' })
  await hasFocus(scheme)
  expect(saidAt(scheme)).toContain('Select Insurance!')
  cleanup()
  open()
  const tendered = await screen.findByRole('textbox', { name: 'Cash handed over' })
  await type.type(tendered, '500')
  await press()
  await hasFocus(tendered)
  expect(saidAt(tendered)).toContain('Cash handed over is less than the amount!')
})

test('an amount above the balance moves the focus into the amount', async () => {
  open()
  await fill('Cash', '1000.01')
  await press()
  await hasFocus(await amount('Cash'))
  expect(saidAt(await amount('Cash'))).toContain('You can not receive more than balance!')
})

test('without a mode the focus is on the message', async () => {
  open()
  await choose('Cash')
  await press()
  const said = await screen.findByRole('alert')
  expect(said.textContent).toBe('Choose a payment mode!')
  await hasFocus(said)
})

test('a field that the server names is marked, otherwise the focus moves to the message', async () => {
  seams.body = {
    code: 'invalid',
    message: 'Please correct the highlighted fields.',
    fields: { 'receipts.1.pay_scheme_id': 'Select Insurance!' },
  }
  open()
  await fill('Cash', '600')
  await choose('Insurance')
  await type.click(screen.getByRole('combobox', { name: 'Insurance scheme' }))
  await type.click(await screen.findByText('Star Health'))
  await press()
  const scheme = screen.getByRole('combobox', { name: 'Insurance scheme' })
  await hasFocus(scheme)
  expect(saidAt(scheme)).toContain('Select Insurance!')
  seams.body = { code: 'over_balance', message: 'You can not receive more than balance!' }
  await press()
  const said = await screen.findByText('You can not receive more than balance!')
  await hasFocus(said)
})
