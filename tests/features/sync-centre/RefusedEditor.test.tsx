import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QueueKey } from '#contract/registry.ts'
import { RefusedEditor } from '#src/features/sync-centre/edit/RefusedEditor.tsx'
import { resendServiceDoctors, resendVisitTag } from '#src/sync/desk/resend-assignment.ts'
import { resendPayment } from '#src/sync/desk/resend-payment.ts'
import { resendVisitComment, resendVisitDocument } from '#src/sync/desk/resend-visit-parts.ts'
import type { RefusedCommand, Successor } from '#src/sync/outbox/refused/refused-command.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { visitRowOf } from '../../parts/booking/visit-row.ts'

const seams = vi.hoisted(() => ({
  refused: new Map<string, RefusedCommand>(),
  visit: undefined as object | undefined,
  others: [] as object[],
  files: [] as { id: string; reason: string; purpose: string }[],
}))
vi.mock('#src/sync/outbox/refused/refused-command.ts', async (original) => ({
  ...(await original<object>()),
  useRefusedCommand: (id: string) => ({ refused: seams.refused.get(id), isLoading: false }),
}))
vi.mock('#src/sync/desk/use-opened-visit.ts', () => ({
  useOpenedVisit: () => ({ visit: seams.visit, isOnDevice: true, isLoading: false }),
}))
vi.mock('#src/sync/desk/resend-visit-parts.ts', () => ({
  resendVisitComment: vi.fn(),
  resendVisitDocument: vi.fn(),
}))
vi.mock('#src/sync/desk/resend-assignment.ts', () => ({
  resendServiceDoctors: vi.fn(),
  resendVisitTag: vi.fn(),
}))
vi.mock('#src/sync/desk/resend-payment.ts', () => ({ resendPayment: vi.fn() }))
vi.mock('#src/sync/files/refused-files.ts', () => ({ useRefusedFiles: () => seams.files }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => sessionFields({ modules: ['add_comment_to_study', 'create_receipt'] }),
}))
vi.mock('#src/sync/desk/use-visits-of-patient.ts', () => ({ useVisitsOfPatient: () => seams.others }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [],
  useDocumentTags: () => [
    { id: 'letter', name: 'Letter' },
    { id: 'consent', name: 'Consent' },
  ],
  useTags: () => [
    { id: 'vip', name: 'VIP', type: 'Normal', color: 'red' },
    { id: 'bad', name: 'Critical', type: 'Critical', color: 'red' },
  ],
  useDoctors: () => [
    { id: 'iyer', name: 'Dr. Iyer', can_sign: 1 },
    { id: 'rao', name: 'Dr. Rao', can_sign: 0 },
  ],
}))
vi.mock('#src/sync/masters/use-masters.ts', () => ({ useMasters: () => ({ rows: [], isLoading: false }) }))
vi.mock('#src/parts/papers/use-paper-context.ts', () => ({
  useCompany: () => ({ hidden_payment_modes: ['PayTM'] }),
  useMoneyFormat: () => ({ locale: 'en-IN', currency: 'INR', decimals: 2 }),
}))
vi.mock('#src/parts/papers/ReceiptDetail.tsx', () => ({
  ReceiptDetail: ({ receipts, printsItself }: { receipts: { id: string }[]; printsItself: boolean }) => (
    <output aria-label="paper">{`${receipts.map(({ id }) => id).join()} ${printsItself}`}</output>
  ),
}))
vi.mock('#src/parts/visit-panel/VisitPanel.tsx', () => ({
  VisitPanel: ({ visitId, tab }: { visitId: string; tab: number }) => (
    <output aria-label="visit">{`${visitId} ${tab}`}</output>
  ),
}))

// The growing field uses fonts, which happy-dom does not have.
Object.assign(document, { fonts: new EventTarget() })

const done: Successor = { id: 'two', outcome: { kind: 'acked', flags: [] } }
const refusedAgain: Successor = { id: 'two', outcome: { kind: 'parked', refusal: undefined } }
const type = userEvent.setup({ delay: null })

function refuse(id: string, key: QueueKey, input: object, change: Partial<RefusedCommand> = {}) {
  const reason = 'Your role may not do this.'
  const refused = { id, key, input: { ...input }, label: 'It', reason, depends: [], madeOffline: false }
  seams.refused.set(id, { ...refused, ...change })
}
const open = (path = '/sync?edit=one') => renderInApp(<RefusedEditor />, path)
const path = () => screen.getByLabelText('path').textContent
const press = async (name: string) => type.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  seams.refused.clear()
  seams.files = []
  seams.others = []
  seams.visit = { ...visitRowOf({ name: 'Asha Rao', visit_no: 'V000123', is_radiology: 0 }), isWaiting: true }
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

test('a comment opens with its words, its reason and the patient of its visit, and is sent instead of the refused one', async () => {
  vi.mocked(resendVisitComment).mockResolvedValue(done)
  refuse('one', 'appt/addComment', { id: 'c', appt_id: 'visit-1', type: 'Technician', comment: 'As typed' })
  open()
  const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
  expect(words.value).toBe('As typed')
  screen.getByText('Your role may not do this.')
  screen.getByText('Asha Rao')
  await type.clear(words)
  await press('Send again')
  screen.getByText('Write a comment.')
  expect(resendVisitComment).not.toHaveBeenCalled()
  await type.type(words, 'Corrected')
  await press('Send again')
  await waitFor(() => expect(path()).toBe('/sync'))
  const [refused, change] = vi.mocked(resendVisitComment).mock.calls[0]!
  expect([refused.id, change.comment]).toEqual(['one', 'Corrected'])
  await screen.findByText('On server: corrected.')
})

test('a correction that is also refused continues in the form, with the last typed text and the new reason', async () => {
  vi.mocked(resendVisitComment).mockResolvedValue(refusedAgain)
  const comment = { id: 'c', appt_id: 'visit-1', type: 'Normal' }
  refuse('one', 'appt/addComment', { ...comment, comment: 'First' })
  refuse('two', 'appt/addComment', { ...comment, comment: 'Second' }, { reason: 'Too long ago.' })
  open()
  await press('Send again')
  await screen.findByText('Too long ago.')
  expect(path()).toBe('/sync?edit=two')
  const words = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
  expect(words.value).toBe('Second')
})

test('a correction that cannot be sent keeps the form as typed and says why', async () => {
  vi.mocked(resendVisitComment).mockRejectedValue(new Error('This change no longer waits for you.'))
  refuse('one', 'appt/addComment', { id: 'c', appt_id: 'visit-1', type: 'Normal', comment: 'Kept' })
  open()
  await press('Send again')
  await screen.findByText('This change no longer waits for you.')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Kept')
})

test('a document whose file was refused requires another file', async () => {
  vi.mocked(resendVisitDocument).mockResolvedValue(done)
  const document = { id: 'd', appt_id: 'visit-1', tag_id: 'letter', file_id: 'file-1', name: 'letter.pdf' }
  refuse('one', 'appt/addDocument', document, { reason: 'Check the highlighted fields.' })
  seams.files = [{ id: 'file-1', reason: 'This is no PDF.', purpose: 'visit_document' }]
  const { baseElement } = open()
  await screen.findByText('The file was refused: This is no PDF.')
  const picker = baseElement.querySelector<HTMLInputElement>('input[type=file]')
  const pdf = new File(['%PDF-1.7 one page'], 'letter again.pdf', { type: 'application/pdf' })
  await type.upload(picker!, pdf)
  await screen.findByText(/letter again\.pdf/)
  expect(screen.queryByText(/This is no PDF/)).toBeNull()
  await press('Send again')
  await waitFor(() => expect(path()).toBe('/sync'))
  const [, change] = vi.mocked(resendVisitDocument).mock.calls[0]!
  expect(change).toMatchObject({ tagId: 'letter', file: { name: 'letter again.pdf' } })
})

test('a document whose tag was removed requires another tag', async () => {
  refuse('one', 'appt/addDocument', {
    id: 'd',
    appt_id: 'visit-1',
    tag_id: 'gone',
    file_id: 'f',
    name: 'a.pdf',
  })
  open()
  await screen.findByText('You need to select a tag first!')
  await press('Send again')
  expect(resendVisitDocument).not.toHaveBeenCalled()
})

const PAYMENT = {
  appt_id: 'visit-1',
  receipts: [
    { id: 'r1', mode: 'Cash', amount: 600, remarks: 'two notes' },
    { id: 'r2', mode: 'Insurance', amount: 400, pay_scheme_id: 'gone', ref_no: 'C-9' },
  ],
}
const value = async (name: string) => (await screen.findByRole<HTMLInputElement>('textbox', { name })).value

test('a payment opens with the refused modes and amounts and the reason, and prints once recorded', async () => {
  seams.visit = { ...visitRowOf({ net_charges: 1000, paid: 1000, name: 'Asha Rao' }), isWaiting: true }
  vi.mocked(resendPayment).mockResolvedValue({ ...done, receipts: [{ id: 'r1', receipt_no: 'R7' }] as never })
  refuse('one', 'appt/createReceipts', PAYMENT, { reason: 'Select Insurance!' })
  open()
  expect(await value('Amount, Cash')).toBe('600.00')
  expect(await value('Remarks, Cash')).toBe('two notes')
  expect(await value('Amount, Insurance')).toBe('400.00')
  screen.getByText(/refused this payment of Asha Rao: Select Insurance!/)
  await press('Remove Insurance')
  const cash = screen.getByRole('textbox', { name: 'Amount, Cash' })
  await type.clear(cash)
  await type.type(cash, '1000')
  await press('Record Payment')
  expect((await screen.findByLabelText('paper')).textContent).toBe('r1 true')
  const [, refused, modes] = vi.mocked(resendPayment).mock.calls[0]!
  expect(refused.id).toBe('one')
  expect(modes).toEqual([{ mode: 'Cash', amount: 1000, remarks: 'two notes' }])
})

test('money of a refused visit is attached to another visit of the patient', async () => {
  seams.visit = { ...visitRowOf({ id: 'visit-1', net_charges: 1000, paid: 1000 }), isWaiting: true }
  seams.others = [
    { ...visitRowOf({ id: 'visit-2', visit_no: 'V000777', net_charges: 5000 }), isWaiting: false },
  ]
  vi.mocked(resendPayment).mockResolvedValue({ ...done, receipts: [{ id: 'r1', receipt_no: 'R7' }] as never })
  refuse('one', 'appt/createReceipts', { ...PAYMENT, receipts: PAYMENT.receipts.slice(0, 1) })
  open()
  await type.click(await screen.findByRole('combobox', { name: 'The money is for' }))
  await type.click(await screen.findByRole('option', { name: /V000777/ }))
  await press('Record Payment')
  await screen.findByLabelText('paper')
  expect(vi.mocked(resendPayment).mock.calls.at(-1)![0].id).toBe('visit-2')
})

test('an amount above the debt without the refused payment is not sent', async () => {
  seams.visit = { ...visitRowOf({ net_charges: 1000, paid: 1000 }), isWaiting: true }
  refuse('one', 'appt/createReceipts', { ...PAYMENT, receipts: PAYMENT.receipts.slice(0, 1) })
  open()
  const cash = await screen.findByRole('textbox', { name: 'Amount, Cash' })
  await type.clear(cash)
  await type.type(cash, '600.01')
  await press('Record Payment')
  expect((await screen.findByRole('alert')).textContent).toBe('You can not receive more than balance!')
  await waitFor(() => expect(document.activeElement).toBe(cash))
  expect(resendPayment).not.toHaveBeenCalled()
})

test('a payment of a visit that no longer exists says so', async () => {
  seams.visit = undefined
  refuse('one', 'appt/createReceipts', PAYMENT)
  open()
  await screen.findByText('This visit is not here')
  await press('Close')
  expect(path()).toBe('/sync')
})

test.each([
  ['appt/savePrescription', { id: 'p', appt_id: 'visit-1', prescriptions: [] }, 5],
  ['appt/saveTreatmentDtl', { id: 't', appt_id: 'visit-1', type: 'TREAT_PLAN', content: '' }, 7],
] as const)('%s opens the visit at its tab', async (key, input, tab) => {
  refuse('one', key, input)
  open()
  expect((await screen.findByLabelText('visit')).textContent).toBe(`visit-1 ${tab}`)
})

test('doctors and a tag are chosen again', async () => {
  vi.mocked(resendServiceDoctors).mockResolvedValue(done)
  vi.mocked(resendVisitTag).mockResolvedValue(done)
  const service = { id: 's', appt_id: 'visit-1' }
  const doctors = { assigned_doctor_id: 'rao', signed_by_doctor_id: 'iyer' }
  refuse('one', 'appt/assignRadiologyDoctor', { ...service, ...doctors })
  refuse('tag', 'appt/assignTag', { id: 'visit-1', service_id: 's', tag_id: 'vip' })
  open()
  await type.click(await screen.findByRole('combobox', { name: 'Signing doctor' }))
  expect(screen.queryByRole('option', { name: 'Dr. Rao' })).toBeNull()
  await type.click(await screen.findByRole('option', { name: 'Nobody' }))
  await press('Send again')
  await waitFor(() => expect(path()).toBe('/sync'))
  expect(vi.mocked(resendServiceDoctors).mock.calls[0]![1]).toEqual({
    assigned_doctor_id: 'rao',
    signed_by_doctor_id: null,
  })
  cleanup()
  open('/sync?edit=tag')
  await press('Send again')
  await waitFor(() => expect(vi.mocked(resendVisitTag).mock.calls[0]![1]).toBe('vip'))
})

test('an address without a refused change redirects away', async () => {
  open('/sync?edit=gone&state=needs_you')
  await waitFor(() => expect(path()).toBe('/sync?state=needs_you'))
})
