import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { reportIdOf } from '#domain/report/report-id.ts'
import { markedAiText } from '#server/features/ai/ai-text.ts'
import { AddendumDialog } from '#src/parts/addendum/AddendumDialog.tsx'
import { ADDENDUM_WORDS } from '#src/parts/addendum/words.ts'
import { detail, report, STUDY_ID, study } from '#tests/features/report/fixtures.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const begun = vi.hoisted(() => ({
  html: '',
  unreadable: undefined as Error | undefined,
  kept: [] as string[],
  signed: [] as string[],
}))
vi.mock('#src/sync/session/session.ts', () => ({
  useSession: () => sessionFields({ modules: ['add_addendum'] }),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: true, since: new Date() }),
  isOnlineNow: () => true,
}))
vi.mock('#src/sync/study-parts/use-study-parts.ts', () => ({ useStudyParts: () => ({ rows: [] }) }))
vi.mock('#src/sync/reports/unload-drafts.ts', () => ({
  findUnloadAddendum: async () => {
    if (begun.unreadable) throw begun.unreadable
    return begun.html
  },
}))
vi.mock('#src/sync/reports/addendum-draft.ts', () => ({
  keepAddendumDraft: async () => undefined,
  keepAddendumIn: async (_: unknown, { content }: { content: string }) => void begun.kept.push(content),
}))
vi.mock('#src/sync/current-device.ts', async (original) => ({
  ...(await original<object>()),
  getDevice: () => ({}),
}))
vi.mock('#src/sync/reports/save-report.ts', () => ({
  saveAddendum: async (_: unknown, content: string) => void begun.signed.push(content),
}))

// The field of an edit waits for fonts, which the test page does not have.
beforeAll(
  () => void Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }),
)
afterEach(() => {
  Object.assign(begun, { html: '', unreadable: undefined, kept: [], signed: [] })
  cleanup()
})

const signed = (no: number) =>
  report({
    id: reportIdOf(STUDY_ID, no),
    report_id: reportIdOf(STUDY_ID, no),
    report_no: no,
    report_name: `Part ${no}`,
    report_data: `<p>Text of part ${no}.</p>`,
    status: 'Signed',
    signed_hash: 'ab',
  })
const ALL = detail({ study: study({ status: 'Signed' }), reports: [1, 2, 3].map(signed) })

test('it opens on the requested report, with its signed text', async () => {
  renderInApp(
    <AddendumDialog detail={ALL} reportId={reportIdOf(STUDY_ID, 3)} opened onClose={() => undefined} />,
  )
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('radio', { name: 'Part 3' })).toHaveProperty('checked', true)
  expect(await within(dialog).findByText('Text of part 3.')).toBeTruthy()
})

test('without a requested report it opens on the first signed report', async () => {
  renderInApp(<AddendumDialog detail={ALL} opened onClose={() => undefined} />)
  expect(await screen.findByText('Text of part 1.')).toBeTruthy()
})

test('the focus is in its text from the start', async () => {
  renderInApp(<AddendumDialog detail={ALL} opened onClose={() => undefined} />)
  const text = await screen.findByRole('textbox', { name: ADDENDUM_WORDS.text })
  await waitFor(() => expect(document.activeElement).toBe(text))
})

const marked = (html: string) =>
  markedAiText({ company: 'Lumina', receivedOn: new Date('2026-11-20T08:00:00Z'), html, zone: 'UTC' })
const openMarked = (html: string) => {
  begun.html = html
  renderInApp(<AddendumDialog detail={ALL} opened onClose={() => undefined} />)
}
const sign = async () => userEvent.click(await screen.findByRole('button', { name: ADDENDUM_WORDS.sign }))
const words = () => screen.getByRole('textbox', { name: ADDENDUM_WORDS.text }).textContent

test('sentences of an AI result in an addendum are decided one by one before it is signed', async () => {
  openMarked(`<p>Mine.</p>${marked('<p>No nodule. No effusion.</p><p>Impression: Normal chest.</p>')}`)
  await sign()
  expect(await screen.findByText(/^3 sentences of the AI result are undecided\./)).toBeDefined()
  expect(begun.signed).toEqual([])
  const first = screen.getByRole('group', { name: 'No nodule.' })
  expect(document.activeElement).toBe(first)
  // An addendum has no parts: the impression of the result stays here.
  expect(screen.queryByText(/^to /)).toBeNull()
  await userEvent.keyboard('{Enter}{Delete}')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'No effusion.' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Edit: Normal chest.' }))
  const field = screen.getByRole('textbox', { name: 'Your words' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Normal.{Enter}')
  await waitFor(() => expect(words()).toBe('Mine.No nodule.Normal.'))
  await sign()
  await waitFor(() => expect(begun.signed).toEqual(['<p>Mine.</p><p>No nodule.</p><p>Normal.</p><p></p>']))
})

test('a decision in an addendum is stored on the device and can be undone; Escape in an edit leaves the dialog open', async () => {
  openMarked(marked('<p>No nodule.</p>'))
  await userEvent.click(await screen.findByRole('button', { name: 'Accept: No nodule.' }))
  await waitFor(() => expect(begun.kept.at(-1)).toBe('<p>No nodule.</p><p></p>'))
  await userEvent.click(
    within(screen.getByRole('region', { name: 'Sentences of the AI result' })).getByRole('button', {
      name: 'Undo',
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Edit: No nodule.' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('group', { name: 'No nodule.' })).toBeDefined()
  expect(screen.getByRole('dialog')).toBeDefined()
})

test('marks of an AI result without content are named at the signature', async () => {
  openMarked('<p>Mine.</p><p>End of the AI result.</p>')
  await sign()
  expect(
    await screen.findByText('The marks of an AI result stand in the addendum. Remove them before signing.'),
  ).toBeDefined()
})

test('an unreadable stored addendum stays closed, and is continued once it is readable', async () => {
  begun.html = '<p>In comparison</p>'
  begun.unreadable = new Error('The disk did not answer.')
  renderInApp(<AddendumDialog detail={ALL} opened onClose={() => undefined} />)
  expect(await screen.findByText('The disk did not answer.')).toBeDefined()
  expect(screen.queryByRole('textbox', { name: ADDENDUM_WORDS.text })).toBeNull()
  begun.unreadable = undefined
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const text = await screen.findByRole('textbox', { name: ADDENDUM_WORDS.text })
  expect(text.textContent).toBe('In comparison')
})
