import { notifications } from '@mantine/notifications'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { CancelScanDialog } from '#src/parts/cancel-scan/CancelScanDialog.tsx'
import { CommentsByType } from '#src/parts/comments/CommentsByType.tsx'
import type { RecordComments } from '#src/parts/comments/record-comments.ts'
import { DocumentBoard } from '#src/parts/documents/DocumentBoard.tsx'
import type { RecordDocuments } from '#src/parts/documents/record-documents.ts'
import { CancelVisitDialog } from '#src/parts/visit-panel/CancelVisitDialog.tsx'
import { WithdrawDialog } from '#src/parts/visit-panel/consent-forms/WithdrawDialog.tsx'
import { AssignServiceDialog } from '#src/parts/visit-panel/examination/AssignServiceDialog.tsx'
import { LabOrder } from '#src/parts/visit-panel/examination/LabOrder.tsx'
import { SendToMachine } from '#src/parts/visit-panel/examination/SendToMachine.tsx'
import { ServiceTag } from '#src/parts/visit-panel/examination/ServiceTag.tsx'
import { StatusControl } from '#src/parts/visit-panel/examination/StatusControl.tsx'
import { VisitFooter } from '#src/parts/visit-panel/VisitFooter.tsx'
import { ApiError } from '#src/sync/api/errors.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { serviceRowOf, visitRowOf } from '../booking/visit-row.ts'

const seams = vi.hoisted(() => ({
  refusal: undefined as ErrorBody | undefined,
  full: undefined as Error | undefined,
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => ({
    ...sessionFields({ user_id: 'me' }),
    modules: ['appointments', 'assign_tag_to_study', 'start_visit', 'confirm_appointment'],
  }),
}))
vi.mock('#src/parts/papers/use-paper-context.ts', () => ({
  useMoneyFormat: () => ({ locale: 'en-IN', currency: 'INR', decimals: 2 }),
}))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useDoctors: () => [{ id: 'd1', name: 'Dr. Iyer', can_sign: 1 }],
  useTags: () => [{ id: 'urgent', name: 'Urgent', color: 'red', type: 'Normal' }],
  useDocumentTags: () => [{ id: 'lab', name: 'Laboratory' }],
}))
vi.mock('#src/sync/files/refused-files.ts', () => ({
  useRefusedFiles: () => [],
  retryFiles: () => undefined,
}))
vi.mock('#src/sync/desk/start-visit.ts', () => ({ startVisit: () => Promise.reject(seams.full) }))
vi.mock('#src/sync/outbox/make/enqueue.ts', () => ({ enqueue: () => Promise.reject(seams.full) }))
vi.mock('#src/sync/api/call-api.ts', async (load) => ({
  ...(await load<object>()),
  callApi: async () => {
    throw new ApiError(422, seams.refusal ?? { code: 'refused', message: REFUSED })
  },
}))

const REFUSED = 'This action is not available now.'
const FULL = 'This device is full.'
const user = userEvent.setup({ delay: null })

beforeEach(() => {
  Object.assign(seams, { refusal: undefined, full: new Error(FULL) })
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  notifications.clean()
})

const SERVICE = serviceRowOf({
  islaboratory: 1,
  lab_services: [{ id: 'hb', name: 'Haemoglobin', code: '' }] as never,
})
const VISIT = visitRowOf({ status: 2 })
const none = () => undefined
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const hasFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))
/**
 * Expects the message once, in the element around the button and not at the edge of the screen, with the focus
 * on it.
 */
async function saidBeside(button: HTMLElement, words: string) {
  const said = await screen.findByRole('alert')
  expect(said.textContent).toBe(words)
  expect(screen.getAllByText(words)).toHaveLength(1)
  expect(said.closest('.mantine-Notification-root')).toBeNull()
  expect(said.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_DISCONNECTED).toBe(0)
  await hasFocus(said)
}

const steps: [string, string, ReactNode, (() => Promise<void>) | undefined, string][] = [
  [
    'a machine that is not sent to',
    REFUSED,
    <SendToMachine key="m" service={SERVICE} reason={undefined} />,
    undefined,
    'Send Now to machine',
  ],
  [
    'a laboratory that takes nothing',
    REFUSED,
    <LabOrder key="l" visitId="v" service={SERVICE} zone="UTC" isOffered reason={undefined} />,
    undefined,
    'Send to laboratory',
  ],
  [
    'doctors that are not kept',
    FULL,
    <AssignServiceDialog key="a" visitId="v" service={SERVICE} onClose={none} />,
    async () => {
      await user.click(await screen.findByRole('combobox', { name: 'Writing doctor' }))
      await user.click((await screen.findAllByRole('option', { name: 'Dr. Iyer' })).at(-1)!)
    },
    'Assign',
  ],
  [
    'a step of a visit that is not kept',
    FULL,
    <VisitFooter key="f" visit={VISIT} onEdit={none} onRefund={none} />,
    undefined,
    'Start Visit',
  ],
  [
    'a cancelled examination that is not kept',
    FULL,
    <CancelScanDialog
      key="c"
      scan={{ id: 'line-1', appt_id: 'v', name: 'CT Brain', pat_name: 'Asha' }}
      visit={visitRowOf({ paid: 0 })}
      label="Cancel"
      onClose={none}
    />,
    undefined,
    'Cancel examination',
  ],
  [
    'a visit that is not cancelled',
    REFUSED,
    <CancelVisitDialog
      key="v"
      visit={visitRowOf({ paid: 0, balance: 2700 })}
      onRefund={none}
      onClose={none}
    />,
    undefined,
    'Cancel Appointment',
  ],
  [
    'a consent that is not withdrawn',
    REFUSED,
    <WithdrawDialog key="w" consentId="k" onClose={none} />,
    async () => user.type(await screen.findByRole('textbox', { name: /Why|Reason/ }), 'Asked for it'),
    'Withdraw',
  ],
]

test.each(steps)(
  '%s is shown beside its button, with the focus on it',
  async (_, words, content, before, button) => {
    renderInApp(content)
    await before?.()
    await press(button)
    await saidBeside(screen.getByRole('button', { name: button }), words)
  },
)

test('a tag that is not saved is reported at its field', async () => {
  renderInApp(<ServiceTag visitId="v" service={SERVICE} />)
  const field = await screen.findByRole('combobox', { name: /Tag: CT Brain/ })
  await user.click(field)
  await user.click(await screen.findByText('Urgent'))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(FULL)).toHaveLength(1)
  await hasFocus(field)
})

test('a state that is not saved is reported beside the menu', async () => {
  renderInApp(<StatusControl visit={VISIT} service={SERVICE} />)
  await press('Change status of CT Brain')
  await user.click((await screen.findAllByRole('menuitem'))[0]!)
  await press('Change')
  await screen.findByText(FULL)
  expect(screen.getByText(FULL).closest('.mantine-Notification-root')).toBeNull()
})

test.each([
  [
    'an examination',
    <CancelScanDialog
      key="c"
      scan={{ id: 'line-1', appt_id: 'v', name: 'CT Brain', pat_name: 'Asha' }}
      visit={visitRowOf({ paid: 500 })}
      label="Cancel"
      onClose={none}
    />,
    'Cancel examination',
  ],
  [
    'a visit',
    <CancelVisitDialog key="v" visit={visitRowOf({ paid: 500 })} onRefund={none} onClose={none} />,
    'Cancel Appointment',
  ],
  ['a consent', <WithdrawDialog key="w" consentId="k" onClose={none} />, 'Withdraw'],
])('a missing reason for cancelling %s takes the focus', async (_, content, button) => {
  renderInApp(content)
  await press(button)
  const field = await screen.findByRole('textbox')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  await hasFocus(field)
})

test('a reason that the server requires is requested at the reason, with the focus there', async () => {
  seams.refusal = { code: 'reason_needed', message: 'A reason is required.' }
  renderInApp(
    <CancelVisitDialog visit={visitRowOf({ paid: 0, balance: 2700 })} onRefund={none} onClose={none} />,
  )
  await press('Cancel Appointment')
  const field = await screen.findByRole('textbox')
  await hasFocus(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

const COMMENT = {
  id: 'a',
  comment: 'A word.',
  type: 'Normal',
  comment_by: 'Meera',
  created: '2026-11-21T08:00:00Z',
  is_dr_comment: 0,
  isWaiting: false,
} as const
const comments: RecordComments = {
  record: 'visit',
  types: ['Normal'],
  of: () => [COMMENT],
  isLoading: false,
  error: undefined,
  mayAdd: () => true,
  add: () => Promise.reject(new Error(FULL)),
  remove: () => Promise.reject(new Error(FULL)),
  zone: 'UTC',
}

test('an empty comment is reported at its field, an unsaved one stays with its message', async () => {
  renderInApp(<CommentsByType recordComments={comments} />)
  const field = screen.getByRole('textbox', { name: /Write a comment/ })
  await press('Add')
  await hasFocus(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.type(field, 'Please hurry.')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  await press('Add')
  await saidBeside(screen.getByRole('button', { name: 'Add' }), FULL)
  expect((field as HTMLTextAreaElement).value).toBe('Please hurry.')
})

test('a comment that is not deleted says so beside it', async () => {
  renderInApp(<CommentsByType recordComments={comments} />)
  await press(/^Delete the comment/)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  const said = await screen.findByText(FULL)
  expect(said.closest('li')?.textContent).toContain('A word.')
})

const documents = {
  owner: 'v',
  purpose: 'visit_document',
  rows: [
    {
      id: 'x',
      tag: 'Laboratory',
      name: 'Blood.pdf',
      file_id: 'f',
      is_image: 0,
      uploaded_by: 'Me',
      uploaded_by_id: 'me',
      created: '2026-11-21T08:00:00Z',
      isWaiting: false,
    },
  ],
  error: undefined,
  add: () => Promise.reject(new Error(FULL)),
  remove: () => Promise.reject(new Error(FULL)),
  zone: 'UTC',
} as const satisfies RecordDocuments

test('a document without a tag has the focus at the tag; an unsaved file says why beside the button', async () => {
  renderInApp(<DocumentBoard recordDocuments={documents} />)
  await press('Add document')
  const tag = screen.getByRole('combobox', { name: /tag/i })
  await hasFocus(tag)
  expect(tag.getAttribute('aria-invalid')).toBe('true')
  await user.click(tag)
  await user.click(await screen.findByRole('option', { name: 'Laboratory' }))
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
  await user.upload(input, new File(['%PDF-1.4'], 'blood.pdf', { type: 'application/pdf' }))
  await saidBeside(screen.getByRole('button', { name: 'Add document' }), FULL)
})

test('a document that is not deleted says so beside it', async () => {
  renderInApp(<DocumentBoard recordDocuments={documents} />)
  await press(/^Delete/)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  const said = await screen.findByText(FULL)
  expect(said.closest('li')?.textContent).toContain('Blood.pdf')
})

test('a visit with an own change that is not on the server yet cannot be cancelled, and the button says why', async () => {
  renderInApp(
    <CancelVisitDialog
      visit={{ ...visitRowOf({ paid: 0 }), isWaiting: true }}
      onRefund={none}
      onClose={none}
    />,
  )
  const button = await screen.findByRole('button', { name: 'Cancel Appointment' })
  expect(button.getAttribute('aria-description')).toBe('A change of this visit is not on the server yet.')
  await user.click(button)
  expect(screen.queryByRole('alert')).toBeNull()
})
