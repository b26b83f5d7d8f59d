import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

const verify = { title: 'Verify', message: 'Are you sure to verify this report?', confirmLabel: 'Verify' }

test('the confirming button returns yes', async () => {
  renderInApp(null)
  const answer = confirmAction(verify)
  await screen.findByText('Are you sure to verify this report?')
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await answer).toBe(true)
})

test.each([
  ['the other button', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
])('%s returns no', async (_, close) => {
  renderInApp(null)
  const answer = confirmAction(verify)
  await screen.findByText('Are you sure to verify this report?')
  await close()
  expect(await answer).toBe(false)
})

test('Enter never triggers a destructive action', async () => {
  renderInApp(null)
  const answer = confirmAction({ ...verify, confirmLabel: 'Discard', danger: true })
  await screen.findByRole('button', { name: 'Discard' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  await userEvent.keyboard('{Enter}')
  expect(await answer).toBe(false)
})
