import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BranchCard } from '#src/features/masters/settings/branches/BranchCard.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

const ID = '01990000-0000-7000-8000-000000000001'
const stored = {
  id: ID,
  rev: 3,
  report_send_hl7_url: 'mllp://his.example:2575',
  report_send_hl7_usr: '',
  has_report_send_hl7_pwd: 0,
  report_send_hl7_pdf: 0,
  report_send_hl7_status: 'Off',
  report_send_hl7_sender: '',
}

beforeEach(() => {
  // Growing text fields use fonts; happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () => {
  const server = scriptServer({
    [`branch/detail/${ID}`]: () => ({ body: { result: stored } }),
    'branch/saveConfiguration': (input) => ({ body: { result: { ...stored, ...input, rev: 4 } } }),
  })
  renderInApp(<BranchCard id={ID} />)
  return server
}
const saved = (server: ReturnType<typeof show>) =>
  server.asked.find(({ path }) => path.endsWith('saveConfiguration'))?.input

test('a branch sends its orders’ status, and the PDF beside the text, once it is configured to', async () => {
  const server = show()
  const status = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Order status/ })
  expect(status.value).toBe('Not sent')
  await userEvent.click(status)
  await userEvent.click(await screen.findByRole('option', { name: 'As OMG^O19' }))
  fireEvent.click(screen.getByRole('switch', { name: /^Send the PDF with the report/ }))
  fireEvent.change(screen.getByRole('textbox', { name: /^Sender behind this address/ }), {
    target: { value: 'HIS|CITY' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(saved(server)).toMatchObject({
      report_send_hl7_status: 'OMG',
      report_send_hl7_pdf: 1,
      report_send_hl7_sender: 'HIS|CITY',
    }),
  )
})

test('the states of an order are shown with the names sent to the other system', async () => {
  show()
  expect(
    await screen.findByText(
      /^Started \(the patient is here\), completed, report final and cancelled, each once\./,
    ),
  ).toBeTruthy()
})
