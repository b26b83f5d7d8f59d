import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SchemeInvoiceRow } from '#contract/calls/scheme-settlements.ts'
import { SettleButton } from '#src/features/visits/settlement/SettleButton.tsx'
import { selectRefusal } from '#src/features/visits/settlement/selectable.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { createSelection } from '#src/ui/grid/selection.ts'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { listedVisitOf } from '#tests/helpers/device/visit-row.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const ONE = '019a0000-0000-7000-8000-0000000000e1'
const TWO = '019a0000-0000-7000-8000-0000000000e2'
const LILAVATI = '019a0000-0000-7000-8000-0000000000c1'
const NANAVATI = '019a0000-0000-7000-8000-0000000000c2'
const BRANCH = '019a0000-0000-7000-8000-0000000000b1'
const seams = { isOnline: true }
let session = sessionFields()
const refresh = vi.fn()
const settled = vi.fn()

vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [{ id: BRANCH, rev: 1, name: 'Andheri', time_zone: 'Asia/Kolkata' }],
}))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/sync/current-device.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  getDevice: () => ({ refresh }),
}))

const visit = (id: string, part: Partial<ListedVisit> = {}): ListedVisit => ({
  ...listedVisitOf({
    id,
    ref_dr_scheme_id: 'scheme',
    ref_dr_scheme_type: 'Hospital',
    ref_hospital_id: LILAVATI,
    patient_share: 40,
    payment_status: 'Partial_Paid',
  }),
  isWaiting: false,
  ...part,
})
const invoice = (part: Partial<SchemeInvoiceRow> = {}): SchemeInvoiceRow => ({
  appt_id: ONE,
  visit_no: 'V7',
  branch_id: BRANCH,
  branch: 'Andheri',
  start_dt: '2026-11-23T04:30:00.000Z',
  pat_id: 'P-1',
  pat_name: 'Asha Rao',
  scheme: 'Half and half',
  payer_type: 'Hospital',
  payer_id: LILAVATI,
  payer: 'Lilavati',
  net_charges: 1000,
  paid: 400,
  balance: 600,
  patient_balance: 0,
  rest: 600,
  commission: 100,
  ...part,
})
const two = invoice({ appt_id: TWO, visit_no: 'V8', pat_name: 'Meera Nair', rest: 50.5, commission: 0 })

beforeEach(() => {
  session = sessionFields({ modules: ['create_receipt'], main_modules: ['referral_scheme_settle'] })
  seams.isOnline = true
  settled.mockReset()
  refresh.mockReset()
  layOut(1_200)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show(rows: ListedVisit[], script: Script = {}, picked = rows) {
  const server = scriptServer({ schemeInvoices: () => ({ body: { result: [invoice(), two] } }), ...script })
  const selection = createSelection()
  selection.offer(rows.map(({ id }) => id))
  for (const { id } of picked) selection.toggle(id)
  renderInApp(<SettleButton rows={rows} selection={selection} onSettled={settled} />)
  return { asked: server.asked, selection }
}
const settleButton = () => screen.getByRole('button', { name: 'Settle' })

async function open(script: Script = {}) {
  const { asked, selection } = show([visit(ONE), visit(TWO)], script)
  await userEvent.click(settleButton())
  const dialog = await screen.findByRole('dialog', { name: /^Scheme Invoices Settlement/ })
  await within(dialog).findByRole('table', { name: 'Scheme invoices' })
  const sent = () => asked.filter(({ path }) => path.endsWith('settleSchemeInvoices'))
  return {
    dialog,
    sent,
    asked,
    selection,
    save: () => within(dialog).getByRole('button', { name: 'Settle' }),
  }
}
const field = (name = 'Amount of V7 Asha Rao') => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (text: string, input = field()) => fireEvent.change(input, { target: { value: text } })
async function choose(mode: string) {
  await userEvent.click(screen.getByRole('combobox', { name: /^Settlement mode/ }))
  await userEvent.click(await screen.findByRole('option', { name: mode, hidden: true }))
}
const totals = () => screen.getByLabelText('Totals of the settlement').textContent

test('a client without the module has no button', () => {
  session = sessionFields({ modules: ['create_receipt'], main_modules: [] })
  show([visit(ONE)])
  expect(screen.queryByRole('button', { name: 'Settle' })).toBeNull()
})

test.each([
  ['nothing is selected', { picked: [] }, 'First select scheme invoices that are not yet paid.'],
  ['the network is gone', { isOnline: false }, 'Settling needs the network.'],
  ['the right is missing', { modules: [] }, 'Your role may not record receipts.'],
])('if %s the button says why it opens nothing', async (_when, part, reason) => {
  const {
    picked,
    isOnline = true,
    modules,
  } = part as {
    picked?: ListedVisit[]
    isOnline?: boolean
    modules?: []
  }
  seams.isOnline = isOnline
  if (modules) session = sessionFields({ modules, main_modules: ['referral_scheme_settle'] })
  show([visit(ONE)], {}, picked)
  expect(settleButton().getAttribute('aria-description')).toBe(reason)
  await userEvent.click(settleButton())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('two hospitals are refused in the words of the rule before any request', async () => {
  const { asked } = show([visit(ONE), visit(TWO, { ref_hospital_id: NANAVATI })])
  await userEvent.click(settleButton())
  expect(settleButton().getAttribute('aria-description')).toBe(
    'You can not settle amount for multiple Hospital/Doctor at once!',
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked).toEqual([])
})

test('paid and cancelled visits, and those without a scheme, cannot be selected', () => {
  expect(selectRefusal(visit(ONE))).toBeUndefined()
  expect(selectRefusal(visit(ONE, { payment_status: 'Paid' }))).toBe('Paid invoices cannot be settled.')
  expect(selectRefusal(visit(ONE, { status: 12 }))).toBe('Cancelled visits cannot be settled.')
  expect(selectRefusal(visit(ONE, { ref_dr_scheme_id: null, ref_dr_scheme_type: '' }))).toBe(
    'Without a referral scheme nothing can be settled.',
  )
  expect(selectRefusal(visit(ONE, { rev: 0 }))).toBe('This visit is not on the server yet.')
})

test('shows the payer and begins with the full amount to settle; a mode is required first', async () => {
  const { dialog, asked, sent, save } = await open()
  expect(asked[0]?.input).toEqual({ ids: [ONE, TWO] })
  expect(within(dialog).getByRole('heading').textContent).toBe(
    'Scheme Invoices Settlement: Lilavati (Hospital)',
  )
  const [, first] = within(dialog).getAllByRole('row')
  expect(first?.textContent).toBe('V723 Nov 2026Asha Rao1,000.00400.000.00600.00100.00')
  expect([field().value, field('Amount of V8 Meera Nair').value]).toEqual(['600.00', '50.50'])
  expect(totals()).toBe('Invoices2Amount to settle₹650.50')
  await userEvent.click(save())
  expect(await screen.findByText('Choose a settlement mode.')).toBeDefined()
  expect(sent()).toEqual([])
})

test('Spcl. Disc. begins with the open commission and leaves out invoices without one', async () => {
  const { sent, save } = await open({
    settleSchemeInvoices: () => ({ body: { message: 'Settled', result: { id: ONE, receipts: [] } } }),
  })
  await choose('Spcl. Disc.')
  expect([field().value, field('Amount of V8 Meera Nair').value]).toEqual(['100.00', ''])
  type('100.01')
  await userEvent.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Visit V7: the amount is more than the Spcl. Disc. that is open.',
  )
  expect(document.activeElement).toBe(field())
  type('80')
  await userEvent.click(save())
  await waitFor(() => expect(settled).toHaveBeenCalledOnce())
  expect(sent().map(({ input }) => input)).toMatchObject([
    { mode: 'Commission', invoices: [{ appt_id: ONE, amount: 80 }] },
  ])
})

test('a person who may not read commissions is offered no Spcl. Disc. and sees none of its amounts', async () => {
  const { dialog } = await open({
    schemeInvoices: () => ({ body: { result: [invoice({ commission: null })] } }),
  })
  expect(within(dialog).queryByRole('columnheader', { name: 'Spcl. Disc.' })).toBeNull()
  await userEvent.click(screen.getByRole('combobox', { name: /^Settlement mode/ }))
  await screen.findByRole('option', { name: 'Transfer', hidden: true })
  expect(screen.queryByRole('option', { name: 'Spcl. Disc.', hidden: true })).toBeNull()
})

test('settles, clears the selection, shows the number, and refreshes list and device', async () => {
  const { sent, save, selection } = await open({
    settleSchemeInvoices: () => ({ body: { message: 'Settled', result: { id: ONE, receipts: [] } } }),
  })
  await choose('Cheque')
  type('CHQ 77', screen.getByRole('textbox', { name: 'Reference no.' }))
  type('', field('Amount of V8 Meera Nair'))
  await userEvent.click(save())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent().map(({ input }) => input)).toMatchObject([
    { mode: 'Cheque', ref_no: 'CHQ 77', remarks: '', invoices: [{ appt_id: ONE, amount: 600 }] },
  ])
  expect(await screen.findByText('1 invoice settled')).toBeDefined()
  expect(selection.ids()).toEqual([])
  expect(settled).toHaveBeenCalledOnce()
  expect(refresh).toHaveBeenCalledOnce()
})

test('refuses amounts that are too high, too fine, zero, or blank everywhere before anything is sent', async () => {
  const { sent, save } = await open()
  await choose('Cash')
  for (const [text, words] of [
    ['600.01', 'is more than the amount to settle'],
    ['1.005', 'has too many decimals'],
    ['0', 'must be more than 0'],
  ] as const) {
    type(text)
    await userEvent.click(save())
    expect((await screen.findByRole('alert')).textContent).toContain(`Visit V7: the amount ${words}.`)
  }
  type('')
  type('', field('Amount of V8 Meera Nair'))
  await userEvent.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Enter an amount for at least one invoice.',
  )
  expect(sent()).toEqual([])
})

test('a refusal of the server is shown in its words, the invoices are reloaded, and the next try is the same settlement', async () => {
  const message = 'Visit V7: the part of Lilavati is already settled.'
  const answers = [
    { status: 422, body: { code: 'refused', message } },
    { body: { message: 'Settled', result: { id: ONE, receipts: [] } } },
  ]
  const { sent, save, asked } = await open({ settleSchemeInvoices: () => answers.shift() ?? { body: {} } })
  await choose('Cash')
  await userEvent.click(save())
  expect(await screen.findByText(message)).toBeDefined()
  await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('schemeInvoices'))).toHaveLength(2))
  expect(settled).not.toHaveBeenCalled()
  await userEvent.click(save())
  await waitFor(() => expect(settled).toHaveBeenCalledOnce())
  const [first, second] = sent().map(({ input }) => input.id)
  // After a response that may hide a commit, another id would settle a second time.
  expect(second).toBe(first)
})
