import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { PaymentsTab } from '#src/parts/payments/PaymentsTab.tsx'
import { ApiError } from '#src/sync/api/errors.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { serviceRowOf, visitRowOf } from '../booking/visit-row.ts'

const seams = vi.hoisted(() => ({
  online: true,
  modules: [] as string[],
  sent: [] as unknown[],
  refusal: undefined as ErrorBody | undefined,
}))
vi.mock('#src/sync/masters/use-masters.ts', () => ({
  useMasters: (key: string) => ({
    rows: key === 'discountHead' ? [{ id: 'staff', name: 'Staff', percent: 10, discount: 10 }] : [],
    isLoading: false,
  }),
}))
vi.mock('#src/parts/papers/use-paper-context.ts', () => ({
  useCompany: () => ({ hidden_payment_modes: [] }),
  useMoneyFormat: () => ({ locale: 'en-IN', currency: 'INR', decimals: 2 }),
  usePapersAhead: () => undefined,
}))
vi.mock('#src/parts/papers/use-visit-money.ts', () => ({
  useVisitMoney: () => ({ receipts: [], refunds: [] }),
}))
vi.mock('#src/parts/papers/use-invoice-gate.ts', () => ({ useInvoiceRefusal: () => undefined }))
vi.mock('#src/ui/time/use-branch-zone.ts', () => ({ useBranchZone: () => 'Asia/Kolkata' }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.online }) }))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => ({ ...sessionFields(), modules: seams.modules }),
}))
vi.mock('#src/sync/current-device.ts', () => ({ getDevice: () => ({ refresh: () => undefined }) }))
vi.mock('#src/sync/api/call-api.ts', async (load) => ({
  ...(await load<object>()),
  callApi: async (_call: unknown, input: unknown) => {
    seams.sent.push(input)
    if (seams.refusal) throw new ApiError(422, seams.refusal)
    return { message: '', result: { visit: { id: 'visit-1', rev: 4 } } }
  },
}))

const user = userEvent.setup({ delay: null })
const VISIT = visitRowOf({
  services: [
    serviceRowOf({ list_charges: 3000 }),
    serviceRowOf({ id: 'line-2', name: 'X-Ray Chest', charges: 500, discount: 0, net_charges: 500 }),
  ],
})

beforeEach(() => {
  Object.assign(seams, {
    online: true,
    modules: ['appointments', 'custom_discount'],
    sent: [],
    refusal: undefined,
  })
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(cleanup)

const field = (name: string) => screen.getByRole('textbox', { name })
const fill = async (name: string, text: string) => {
  await user.clear(field(name))
  await user.type(field(name), text)
}
const save = () => user.click(screen.getByRole('button', { name: 'Save charges' }))
const charges = () => within(screen.getByRole('region', { name: 'Services' }))
/** Returns the description of a field. */
const saidAt = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

test('a discount above the charges is reported at its field and at the button, with the focus in the field', async () => {
  renderInApp(<PaymentsTab visit={VISIT} />)
  await fill('Discount of X-Ray Chest', '600')
  await save()
  await waitFor(() => expect(document.activeElement).toBe(field('Discount of X-Ray Chest')))
  expect(saidAt('Discount of X-Ray Chest')).toContain('A discount cannot exceed the charge.')
  expect(charges().getByRole('alert').textContent).toContain('A discount cannot exceed the charge.')
  expect(seams.sent).toEqual([])
})

test('a percentage above 100 is reported at the percentage', async () => {
  renderInApp(<PaymentsTab visit={VISIT} />)
  await fill('Discount %', '101')
  await save()
  await waitFor(() => expect(document.activeElement).toBe(field('Discount %')))
  expect(saidAt('Discount %')).not.toBe('')
  expect(seams.sent).toEqual([])
})

test('an invalid price is reported at its field', async () => {
  renderInApp(<PaymentsTab visit={VISIT} />)
  await fill('Charges of CT Brain', '.')
  await save()
  await waitFor(() => expect(document.activeElement).toBe(field('Charges of CT Brain')))
  expect(saidAt('Charges of CT Brain')).toContain('Enter an amount.')
  expect(seams.sent).toEqual([])
})

test('a price below the list without the right is reported at the price, with the focus there', async () => {
  seams.modules = ['appointments']
  renderInApp(<PaymentsTab visit={VISIT} />)
  await fill('Charges of CT Brain', '1000')
  await save()
  await waitFor(() => expect(document.activeElement).toBe(field('Charges of CT Brain')))
  expect(saidAt('Charges of CT Brain')).toContain('A price below the list needs the right')
  expect(seams.sent).toEqual([])
})

test('a refusal of the server is shown at the button with the focus on it, and the typed values stay', async () => {
  seams.refusal = { code: 'conflict', message: 'Someone else changed this in the meantime.' }
  renderInApp(<PaymentsTab visit={VISIT} />)
  await fill('Charges of X-Ray Chest', '700')
  await save()
  const said = await charges().findByRole('alert')
  expect(said.textContent).toBe('Someone else changed this in the meantime.')
  await waitFor(() => expect(document.activeElement).toBe(said))
  expect((field('Charges of X-Ray Chest') as HTMLInputElement).value).toBe('700')
  // No message appears at the edge of the screen.
  expect(screen.getAllByText('Someone else changed this in the meantime.')).toHaveLength(1)
  // Typing continues: the message about the older values disappears.
  await fill('Charges of X-Ray Chest', '800')
  expect(charges().queryByRole('alert')).toBeNull()
})

test('a refusal of the server that names the discount head or a service is shown at that field', async () => {
  seams.refusal = {
    code: 'invalid',
    message: 'Please correct the highlighted fields.',
    fields: { 'services.1.discount': 'is not above the charges' },
  }
  renderInApp(<PaymentsTab visit={VISIT} />)
  await fill('Charges of X-Ray Chest', '700')
  await save()
  await waitFor(() => expect(document.activeElement).toBe(field('Discount of X-Ray Chest')))
  expect(saidAt('Discount of X-Ray Chest')).toContain('is not above the charges')
  seams.refusal = { ...seams.refusal, fields: { discount_head_id: 'allows a discount of 10 % and no more' } }
  await fill('Charges of X-Ray Chest', '800')
  await save()
  const head = await screen.findByRole('combobox', { name: 'Discount head' })
  await waitFor(() => expect(document.activeElement).toBe(head))
})

test('a reason that only the server knew to require is requested', async () => {
  seams.refusal = { code: 'reason_needed', message: 'A reason is required.' }
  renderInApp(<PaymentsTab visit={VISIT} />)
  await fill('Charges of X-Ray Chest', '700')
  await save()
  expect(await screen.findByRole('dialog', { name: 'Why do the charges change?' })).toBeDefined()
})

test('offline the money buttons give the reason to keyboard users too', async () => {
  seams.online = false
  seams.modules = ['appointments', 'create_refund', 'create_receipt']
  renderInApp(<PaymentsTab visit={VISIT} />)
  const refund = screen.getByRole('button', { name: 'Create Refund' })
  expect(refund.getAttribute('aria-description')).toBe('This needs the network')
  refund.focus()
  expect(document.activeElement).toBe(refund)
  await user.click(refund)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('saved charges are on the screen before their copy arrives, and a second save is based on them', async () => {
  renderInApp(<CopyComesLater />)
  await fill('Charges of X-Ray Chest', '700')
  await save()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect((field('Charges of X-Ray Chest') as HTMLInputElement).value).toBe('700')
  await fill('Charges of X-Ray Chest', '800')
  await save()
  await waitFor(() => expect(seams.sent).toHaveLength(2))
  expect(seams.sent).toMatchObject([{ rev: 3 }, { rev: 4 }])
  // The copy counts once it is as new as the response.
  await user.click(screen.getByRole('button', { name: 'The copy comes' }))
  await waitFor(() => expect((field('Charges of X-Ray Chest') as HTMLInputElement).value).toBe('500.00'))
})

function CopyComesLater() {
  const [rev, setRev] = useState(VISIT.rev)
  return (
    <>
      <PaymentsTab visit={{ ...VISIT, rev }} />
      <button type="button" onClick={() => setRev(4)}>
        The copy comes
      </button>
    </>
  )
}
