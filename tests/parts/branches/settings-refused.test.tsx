import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { BranchSettings, type BranchSettingsProps } from '#src/parts/branches/BranchSettings.tsx'
import { ApiError } from '#src/sync/api/errors.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: () =>
    Promise.reject(
      new ApiError(400, {
        code: 'invalid',
        message: 'Some fields are not valid.',
        fields: { fixed_tat: 'is at most 525600' },
      }),
    ),
}))
afterEach(cleanup)

test('a refused save of a branch’s settings is shown at the button, and the focus moves to its field', async () => {
  const branch = {
    id: 'b1',
    name: 'Andheri',
    rev: 3,
    charges_type: 'Service',
    tat_type: 'Fixed',
    fixed_tat: 60,
  }
  renderInApp(
    <BranchSettings
      branch={branch as unknown as BranchSettingsProps['branch']}
      clientId={undefined}
      onClose={() => undefined}
    />,
  )
  const minutes = await screen.findByLabelText(/^Fixed/)
  await userEvent.clear(minutes)
  await userEvent.type(minutes, '90')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const note = await screen.findByText('Some fields are not valid.')
  await waitFor(() => expect(document.activeElement).toBe(minutes))
  expect(minutes.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
