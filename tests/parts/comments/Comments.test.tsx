import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { SessionFields } from '#domain/access/session.ts'
import { RemarksDialog } from '#src/features/report/tools/RemarksDialog.tsx'
import { Comments } from '#src/parts/comments/Comments.tsx'
import { useSession } from '#src/sync/session/session.ts'
import { addComment, deleteComment } from '#src/sync/study-parts/comments.ts'
import { useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: vi.fn() }))
vi.mock('#src/sync/study-parts/comments.ts', () => ({
  addComment: vi.fn(async () => 'new'),
  deleteComment: vi.fn(async () => undefined),
}))
vi.mock('#src/sync/study-parts/use-study-parts.ts', () => ({ useStudyParts: vi.fn() }))

const kept = vi.hoisted(() => new Map<string, unknown>())
const disk = vi.hoisted(() => ({ error: undefined as Error | undefined }))
vi.mock('#src/sync/preferences/preference.ts', () => ({
  findPreference: async (name: string) => {
    if (disk.error) throw disk.error
    return kept.get(name)
  },
  keepPreference: async (name: string, value: unknown) => {
    if (value === undefined) kept.delete(name)
    else kept.set(name, value)
  },
}))

const notes = vi.hoisted(() => ({ comments: [] as unknown[], documents: [] as unknown[] }))
vi.mock('#src/sync/study-parts/use-visit-notes.ts', () => ({ useVisitNotes: () => notes }))

const comment = (part: object) => ({
  id: 'a',
  rev: 1,
  study_id: 'one',
  comment: 'A word.',
  type: 'Normal',
  comment_by: 'Dr. Asha Menon',
  comment_by_id: 'u',
  created: '2026-11-21T08:00:00Z',
  is_dr_comment: 1,
  isWaiting: false,
  ...part,
})
function show(content: React.ReactNode, session: Partial<SessionFields>) {
  vi.mocked(useSession).mockReturnValue(sessionFields(session))
  const rows = [comment({}), comment({ id: 'b', type: 'Technician', comment: 'Moved.', is_dr_comment: 0 })]
  vi.mocked(useStudyParts).mockReturnValue({ rows } as never)
  renderInApp(content)
}

// The growing field uses fonts, which happy-dom does not have.
Object.assign(document, { fonts: new EventTarget() })

afterEach(() => {
  cleanup()
  notes.comments = []
  kept.clear()
  disk.error = undefined
  vi.clearAllMocks()
})

test('a person with the permission adds a comment under its type', async () => {
  show(<Comments studyId="one" />, { modules: ['add_comment_to_study'] })
  await userEvent.type(screen.getByRole('textbox', { name: /Comments/ }), 'Please hurry.')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(addComment).toHaveBeenCalledWith('one', 'Normal', 'Please hurry.')
})

test('a half-written comment is restored after another type, another study and another screen', async () => {
  const boxOf = (type: string) => screen.findByRole('textbox', { name: new RegExp(`: ${type}$`) })
  const textOf = async (type: string) => ((await boxOf(type)) as HTMLTextAreaElement).value
  const modules = ['add_comment_to_study', 'add_nurse_comment_to_study'] satisfies SessionFields['modules']
  show(<Comments studyId="one" />, { modules })
  await userEvent.type(await boxOf('Comments'), 'Compare with')
  await userEvent.click(screen.getByRole('radio', { name: /^Nurse/ }))
  expect(await textOf('Nurse')).toBe('')
  await userEvent.type(await boxOf('Nurse'), 'Fasting')
  await userEvent.click(screen.getByRole('radio', { name: /^Comments/ }))
  await vi.waitFor(async () => expect(await textOf('Comments')).toBe('Compare with'))
  cleanup()

  show(<Comments studyId="two" />, { modules })
  expect(await textOf('Comments')).toBe('')
  cleanup()

  show(<Comments studyId="one" />, { modules })
  await vi.waitFor(async () => expect(await textOf('Comments')).toBe('Compare with'))
  await userEvent.type(await boxOf('Comments'), ' 2024.')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(addComment).toHaveBeenCalledWith('one', 'Normal', 'Compare with 2024.')
  await vi.waitFor(() => expect([...kept]).toEqual([['comment:one:Nurse', 'Fasting']]))
})

test('an unreadable half-written comment is not overwritten, and is restored once it is readable', async () => {
  kept.set('comment:one:Normal', 'Compare with')
  disk.error = new Error('The disk did not answer.')
  show(<Comments studyId="one" />, { modules: ['add_comment_to_study'] })
  expect(await screen.findByText('The disk did not answer.')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  disk.error = undefined
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('textbox', { name: /Comments/ })).toHaveProperty('value', 'Compare with')
  expect([...kept]).toEqual([['comment:one:Normal', 'Compare with']])
})

test('a permanently unreadable one is discarded after a question, and the field opens empty', async () => {
  kept.set('comment:one:Normal', 'damaged')
  disk.error = new Error('A row of preferences cannot be opened')
  show(<Comments studyId="one" />, { modules: ['add_comment_to_study'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect([...kept]).toHaveLength(1)
  const dialog = await screen.findByRole('dialog')
  disk.error = undefined
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('textbox', { name: /Comments/ })).toHaveProperty('value', '')
  expect([...kept]).toEqual([])
})

test('without the permission there is no field, and a doctor’s comment is marked', () => {
  show(<Comments studyId="one" />, { modules: [] })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('Doctor')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
})

test('only an administrator deletes, after a question', async () => {
  show(<Comments studyId="one" />, { is_client_admin: 1 })
  await userEvent.click(screen.getByRole('button', { name: /^Delete the comment/ }))
  expect(deleteComment).not.toHaveBeenCalled()
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(deleteComment).toHaveBeenCalledWith(expect.objectContaining({ id: 'a' }))
})

test('remarks show exam reason, technician and nurse, each writable only with its permission', () => {
  show(<RemarksDialog studyId="one" opened onClose={() => undefined} />, {
    modules: ['add_technician_comment_to_study'],
  })
  expect(within(screen.getByRole('region', { name: 'Technician' })).getByText('Moved.')).toBeDefined()
  expect(screen.getAllByRole('textbox')).toHaveLength(1)
  expect(screen.getByRole('region', { name: 'Nurse' })).toBeDefined()
})

test('the desk’s note of the visit is among the remarks, and cannot be deleted here', () => {
  notes.comments = [
    comment({ id: 'v', type: 'Exam_Reason', comment: 'Fell from a ladder.', comment_by: 'Pooja Sawant' }),
  ]
  show(<RemarksDialog studyId="one" opened onClose={() => undefined} />, { is_client_admin: 1 })
  const reason = within(screen.getByRole('region', { name: 'Exam reason' }))
  expect(reason.getByText('Fell from a ladder.')).toBeDefined()
  expect(reason.getByText('From the visit')).toBeDefined()
  expect(reason.queryByRole('button', { name: /^Delete/ })).toBeNull()
})
