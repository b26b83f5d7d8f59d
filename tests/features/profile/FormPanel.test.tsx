import { TextInput } from '@mantine/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { FormPanel } from '#src/features/profile/FormPanel.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
afterEach(cleanup)

/** Renders a form whose save the server refuses because of its second field. */
function Refused() {
  const [isRefused, setRefused] = useState(false)
  return (
    <FormPanel
      title="Own"
      failure={isRefused ? 'Some fields are not valid.' : undefined}
      isSaving={false}
      onSave={async () => setRefused(true)}
    >
      <TextInput label="First" />
      <TextInput label="Second" error={isRefused && 'Second is too long.'} />
    </FormPanel>
  )
}

test('a refusal is shown at the button, below the fields, and the focus moves to the wrong field', async () => {
  renderInApp(<Refused />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const note = await screen.findByRole('alert')
  const second = screen.getByLabelText('Second')
  await waitFor(() => expect(document.activeElement).toBe(second))
  expect(second.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a refusal about no field takes the focus itself', async () => {
  function Failed() {
    const [isFailed, setFailed] = useState(false)
    return (
      <FormPanel
        title="Own"
        failure={isFailed ? 'The server could not be reached.' : undefined}
        isSaving={false}
        onSave={async () => setFailed(true)}
      >
        <TextInput label="First" />
      </FormPanel>
    )
  }
  renderInApp(<Failed />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const note = await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(note))
})
