import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { MessageLog } from '#src/parts/messages/MessageLog.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))

const STUDY = '019a0000-0000-7000-8000-000000000001'
const SENT = {
  id: '019a0000-0000-7000-8000-000000000003',
  channel: 'S',
  purpose: 'Share',
  sent_to: '919820012345',
  state: 'Failed',
  attempts: 1,
  last_error: '',
  created: '2030-11-24T06:30:00.000Z',
  created_by: '',
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a message that cannot be sent again says why at its button, with the focus there', async () => {
  const server = scriptServer({
    'message/list': () => ({ body: { result: [SENT] } }),
    'message/resend': () => ({
      status: 422,
      body: { code: 'invalid', message: 'The link of this message is over.' },
    }),
  })
  renderInApp(<MessageLog studyId={STUDY} />)
  await userEvent.click(await screen.findByRole('button', { name: /919820012345/ }))
  const said = await screen.findByText('The link of this message is over.')
  expect(said.closest('li')).not.toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(said))
  expect(screen.getAllByText('The link of this message is over.')).toHaveLength(1)
  expect(server.asked.some(({ path }) => path.endsWith('message/resend'))).toBe(true)
})
