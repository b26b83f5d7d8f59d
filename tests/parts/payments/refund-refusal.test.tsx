import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { CreateRefund } from '#src/parts/payments/CreateRefund.tsx'
import { ReasonDialog } from '#src/parts/payments/ReasonDialog.tsx'
import { ApiError } from '#src/sync/api/errors.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { visitRowOf } from '../booking/visit-row.ts'

const seams = vi.hoisted(() => ({
  sent: [] as unknown[],
  refusal: undefined as ErrorBody | undefined,
  pots: [] as unknown[],
}))
vi.mock('#src/sync/masters/use-masters.ts', () => ({
  useMasters: () => ({ rows: [{ id: 'star', name: 'Star Health' }], isLoading: false }),
}))
vi.mock('#src/parts/papers/use-paper-context.ts', () => ({
  useCompany: () => ({ hidden_payment_modes: [] }),
  useMoneyFormat: () => ({ locale: 'en-IN', currency: 'INR', decimals: 2 }),
}))
vi.mock('#src/parts/papers/use-visit-money.ts', () => ({ useVisitMoney: () => ({}) }))
vi.mock('#src/parts/payments/refund-pots.ts', async (load) => ({
  ...(await load<object>()),
  potsOf: () => seams.pots,
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => sessionFields() }))
vi.mock('#src/sync/current-device.ts', () => ({ getDevice: () => ({ refresh: () => undefined }) }))
vi.mock('#src/sync/api/call-api.ts', async (load) => ({
  ...(await load<object>()),
  callApi: async (_call: unknown, input: unknown) => {
    seams.sent.push(input)
    if (seams.refusal) throw new ApiError(422, seams.refusal)
    return { message: '', result: { refunds: [] } }
  },
}))

const user = userEvent.setup({ delay: null })
const CASH = { mode: 'Cash', schemeId: null, minor: 60_000 }
const INSURED = { mode: 'Insurance', schemeId: 'star', minor: 40_000 }

beforeEach(() => {
  Object.assign(seams, { sent: [], refusal: undefined, pots: [CASH] })
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(cleanup)

const open = () =>
  renderInApp(
    <CreateRefund
      visit={visitRowOf({ net_charges: 1000, paid: 1000, balance: 0 })}
      onRefunded={() => undefined}
      onClose={() => undefined}
    />,
  )
const press = () => user.click(screen.getByRole('button', { name: 'Create Refund' }))
const reason = () => screen.findByRole('textbox', { name: /Reason of the refund/ })
const amount = (mode: string) => screen.findByRole('textbox', { name: `Amount, ${mode}` })
const hasFocus = (field: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(field))
const saidAt = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

test('a missing reason is reported at the reason and at the button, with the focus in the reason', async () => {
  open()
  await reason()
  await press()
  await hasFocus(await reason())
  expect(saidAt(await reason())).toContain('Give the reason for the refund.')
  expect(screen.getByRole('alert').textContent).toBe('Give the reason for the refund.')
  expect(seams.sent).toEqual([])
  await user.type(await reason(), 'Paid twice')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an amount above the insurer’s payment is reported at its amount, insurance as cash at the cash', async () => {
  seams.pots = [CASH, INSURED]
  open()
  const insured = await amount('Insurance')
  await user.clear(insured)
  await user.type(insured, '500')
  await user.clear(await amount('Cash'))
  await user.type(await amount('Cash'), '100')
  await press()
  await hasFocus(insured)
  expect(saidAt(insured)).toContain('The insurer cannot be refunded more than it paid.')
  await user.clear(insured)
  await user.type(insured, '100')
  await user.clear(await amount('Cash'))
  await user.type(await amount('Cash'), '700')
  await press()
  await hasFocus(await amount('Cash'))
  expect(saidAt(await amount('Cash'))).toContain('goes back to the insurer')
})

test('a refusal of the server that names the reason is shown at the reason, another one at the button', async () => {
  seams.refusal = { code: 'reason_needed', message: 'A reason is required.' }
  open()
  await user.type(await reason(), 'Paid twice')
  await press()
  await hasFocus(await reason())
  expect(saidAt(await reason())).toContain('A reason is required.')
  seams.refusal = { code: 'over_received', message: 'You can not refund more than received!' }
  await press()
  await hasFocus(await screen.findByText('You can not refund more than received!'))
})

test('a refusal of an act with a reason is shown at the button, not at a valid reason', async () => {
  renderInApp(
    <ReasonDialog
      title="Cancel receipt R1?"
      hint=""
      confirmLabel="Cancel receipt"
      onConfirm={() =>
        Promise.reject(new ApiError(422, { code: 'refused', message: 'This was already cancelled.' }))
      }
      onClose={() => undefined}
    />,
  )
  const field = await screen.findByRole('textbox', { name: /Reason/ })
  await user.click(screen.getByRole('button', { name: 'Cancel receipt' }))
  await hasFocus(field)
  await user.type(field, 'Typed twice')
  await user.click(screen.getByRole('button', { name: 'Cancel receipt' }))
  const said = await screen.findByRole('alert')
  expect(said.textContent).toBe('This was already cancelled.')
  await hasFocus(said)
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
})
