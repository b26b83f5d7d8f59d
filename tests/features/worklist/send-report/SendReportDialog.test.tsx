import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DispatchRow } from '#contract/calls/integrations.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { SendReportDialog } from '#src/features/worklist/send-report/SendReportDialog.tsx'
import { useLink } from '#src/sync/link/use-link.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: vi.fn() }))

const study = studyRowOf({ id: '01970000-0000-7000-8000-000000000001', is_hl7_report_send_err: 'Y' })
const dispatch = (part: Partial<DispatchRow> = {}): DispatchRow => ({
  id: '01970000-0000-7000-8000-0000000000d1',
  report_no: 1,
  kind: 'HL7',
  result_status: 'F',
  state: 'Failed',
  attempts: 3,
  last_error: 'The partner answered AE: no such order',
  created: '2026-11-21T08:00:00.000Z',
  sent: null,
  ...part,
})
const outside = (part: object = {}) => ({
  [`report/outside/${study.id}`]: () => ({
    body: {
      result: { has_hl7: 1, has_xml: 0, has_third_party: 0, can_send: 1, dispatches: [dispatch()], ...part },
    },
  }),
})
const show = (part: Partial<StudyRow> = {}) =>
  renderInApp(<SendReportDialog study={{ ...study, ...part }} opened onClose={vi.fn()} />)

beforeEach(() => vi.mocked(useLink).mockReturnValue({ online: true, since: new Date() }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a refused report shows the reason, and can be sent again', async () => {
  const { asked } = scriptServer({
    ...outside(),
    'studies/sendReportToHL7': () => ({
      body: { message: 'Sent', result: { dispatches: [dispatch({ state: 'Waiting' })] } },
    }),
  })
  show()
  expect(await screen.findByText('The partner answered AE: no such order')).toBeDefined()
  expect(screen.getByText('Not taken')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('On its way')).toBeDefined()
  expect(asked.find(({ path }) => path.endsWith('sendReportToHL7'))?.input).toEqual({
    study_id: study.id,
    report_no: 1,
  })
})

test('a person who may not verify sees the sent reports and sends nothing', async () => {
  const { asked } = scriptServer(outside({ can_send: 0 }))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(asked.some(({ path }) => path.endsWith('sendReportToHL7'))).toBe(false)
})

test('a branch without an address says who enters one', async () => {
  scriptServer(outside({ has_hl7: 0, dispatches: [] }))
  show()
  expect(await screen.findByText('No address for HL7 or XML is set for this branch')).toBeDefined()
})

test('a refusal of the third party is shown', async () => {
  scriptServer({
    ...outside({ has_third_party: 1 }),
    'report/thirdPartyPdf': () => ({
      status: 422,
      body: { code: 'refused', message: 'The partner did not send a PDF.' },
    }),
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Third-party report' }))
  expect(await screen.findByText('The partner did not send a PDF.')).toBeDefined()
})

test('a report that was verified before there was an address is sent now', async () => {
  const dispatches: DispatchRow[] = []
  const { asked } = scriptServer({
    ...outside({ dispatches }),
    'studies/sendReportToHL7': () => {
      dispatches.push(dispatch({ state: 'Sent', last_error: '', sent: '2026-11-21T09:00:00.000Z' }))
      return { body: { message: 'Sent', result: { dispatches } } }
    },
  })
  show({ status: 'Verified' })
  await screen.findByText('Nothing was sent yet')
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('Sent')).toBeDefined()
  expect(asked.find(({ path }) => path.endsWith('sendReportToHL7'))?.input).toEqual({
    study_id: study.id,
    report_no: 1,
  })
  expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull()
})

test('the unsent ones of several reports are sent one by one', async () => {
  const { asked } = scriptServer({
    ...outside(),
    'studies/sendReportToHL7': () => ({ body: { message: 'Sent', result: { dispatches: [] } } }),
  })
  show({ status: 'Verified', no_of_reports: 3 })
  await userEvent.click(await screen.findByRole('button', { name: 'Send report 3' }))
  expect(asked.find(({ path }) => path.endsWith('sendReportToHL7'))?.input).toMatchObject({ report_no: 3 })
  expect(screen.getByRole('button', { name: 'Send report 2' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send report 1' })).toBeNull()
})

test.each([
  ['no address is there', { has_hl7: 0, has_third_party: 1, dispatches: [] }, 'Verified'],
  ['the report is not verified', { has_third_party: 1, dispatches: [] }, 'Signed'],
] as const)(
  'if %s nothing is offered to send, and the third party is still queried',
  async (_, part, status) => {
    scriptServer(outside(part))
    show({ status })
    expect(await screen.findByRole('button', { name: 'Third-party report' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /Send/ })).toBeNull()
  },
)

test('a person who may not verify sees a message if nothing was sent', async () => {
  const { asked } = scriptServer(outside({ can_send: 0, dispatches: [] }))
  show({ status: 'Verified' })
  const button = await screen.findByRole('button', { name: 'Send report' })
  expect(button.getAttribute('aria-description')).toBe('Only people who may verify can send a report')
  await userEvent.click(button)
  expect(asked.some(({ path }) => path.endsWith('sendReportToHL7'))).toBe(false)
})

test('a refusal of the server is shown beside the pressed button, in its row', async () => {
  scriptServer({
    ...outside({ has_third_party: 1 }),
    'studies/sendReportToHL7': () => ({
      status: 422,
      body: { code: 'refused', message: 'The report is being revised' },
    }),
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  const row = screen.getByRole('listitem')
  await expectRefusedAt(row, 'The report is being revised')
})
