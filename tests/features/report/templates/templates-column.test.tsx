import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { TemplatesColumn } from '#src/features/report/templates/TemplatesColumn.tsx'
import { TemplatesDialog } from '#src/features/report/templates/TemplatesDialog.tsx'
import { UI_WORDS } from '#src/ui/words.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const server = vi.hoisted(() => ({ answer: Promise.withResolvers<{ result: unknown[] }>() }))
vi.mock('#src/sync/api/call-api.ts', () => ({ callApi: () => server.answer.promise }))
vi.mock('#src/sync/current-device.ts', () => ({ useDevice: () => undefined, getDevice: () => undefined }))

afterEach(() => {
  cleanup()
  server.answer = Promise.withResolvers()
})

const close = () => undefined
const STUDY = { modality: 'CT', study_desc: 'CT Chest plain', pat_sex: 'F', pat_age: '42Y' }

test('no template is called missing before the list has loaded', async () => {
  renderInApp(<TemplatesColumn refusal={undefined} study={STUDY} onInsert={close} onInsertFirst={close} />)
  expect(screen.queryByText('No templates yet.')).toBeNull()
  expect(screen.getByText(UI_WORDS.loading)).toBeDefined()
  server.answer.resolve({ result: [] })
  expect(await screen.findByText('No templates yet.')).toBeDefined()
  expect(screen.queryByText(UI_WORDS.loading)).toBeNull()
})

test('the dialog says that templates are loading, and only then that none contains the words', async () => {
  renderInApp(<TemplatesDialog opened onClose={close} refusal={undefined} onInsert={close} />)
  const field = await screen.findByRole('combobox')
  await userEvent.type(field, 'chest')
  expect(await screen.findByText('Templates are being loaded.')).toBeDefined()
  server.answer.resolve({ result: [] })
  await waitFor(() => expect(screen.queryByText('Templates are being loaded.')).toBeNull())
  expect(screen.getByText('No template contains these words.')).toBeDefined()
})

test('the key for the search moves the cursor once: a remounted column leaves the cursor in place', async () => {
  const column = (search: object) => (
    <TemplatesColumn
      refusal={undefined}
      study={STUDY}
      search={search}
      onInsert={close}
      onInsertFirst={close}
    />
  )
  const asked = {}
  const { unmount } = renderInApp(column(asked))
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  unmount()
  const again = renderInApp(column(asked))
  expect(document.activeElement).toBe(document.body)
  again.unmount()
  renderInApp(column({}))
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})
