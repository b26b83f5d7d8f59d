import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reportIdOf } from '#domain/report/report-id.ts'
import { AddendumDialog } from '#src/parts/addendum/AddendumDialog.tsx'
import { ADDENDUM_WORDS } from '#src/parts/addendum/words.ts'
import { detail, report, STUDY_ID, study } from '#tests/features/report/fixtures.ts'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'
import { sessionFields } from '#tests/helpers/session-fields.ts'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => sessionFields() }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true, since: new Date() }) }))
vi.mock('#src/sync/study-parts/use-study-parts.ts', () => ({ useStudyParts: () => ({ rows: [] }) }))
vi.mock('#src/sync/reports/unload-drafts.ts', () => ({ findUnloadAddendum: async () => '' }))
vi.mock('#src/sync/reports/addendum-draft.ts', () => ({ keepAddendumDraft: async () => undefined }))
vi.mock('#src/sync/reports/save-report.ts', () => ({ saveAddendum: async () => undefined }))

afterEach(cleanup)

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

test('it opens on the report that it was asked for, with the signed text that is appended to', async () => {
  renderInApp(
    <AddendumDialog detail={ALL} reportId={reportIdOf(STUDY_ID, 3)} opened onClose={() => undefined} />,
  )
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('radio', { name: 'Part 3' })).toHaveProperty('checked', true)
  expect(await within(dialog).findByText('Text of part 3.')).toBeTruthy()
})

test('asked for by nothing but the study, it opens on the first signed report', async () => {
  renderInApp(<AddendumDialog detail={ALL} opened onClose={() => undefined} />)
  expect(await screen.findByText('Text of part 1.')).toBeTruthy()
})

test('whoever opens it writes at once: the focus is in its text', async () => {
  renderInApp(<AddendumDialog detail={ALL} opened onClose={() => undefined} />)
  const text = await screen.findByRole('textbox', { name: ADDENDUM_WORDS.text })
  await waitFor(() => expect(document.activeElement).toBe(text))
})
