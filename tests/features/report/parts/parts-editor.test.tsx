import { MantineProvider } from '@mantine/core'
import { type Ref, useImperativeHandle } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PartsEditor } from '#src/features/report/parts/PartsEditor.tsx'
import type { WantedPart } from '#src/features/report/parts/wanted-part.ts'
import { ReportWriter } from '#src/features/report/writer/report-writer.ts'
import type { OpenReport } from '#src/features/report/writer/use-open-report.ts'
import { detail, STUDY_ID } from '../fixtures.ts'

interface Field {
  label: string
  onLeaveText: (direction: 'next' | 'previous') => boolean
  ref: Ref<object>
}

const fields = vi.hoisted(() => new Map<string, { leave: (direction: 'next' | 'previous') => boolean }>())
const cursor = vi.hoisted(() => ({ at: '' }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({ useShortcuts: () => [] }))
vi.mock('#src/features/report/checks/use-checked-facts.ts', () => ({ useCheckedFacts: () => undefined }))
vi.mock('#src/features/report/checks/live/use-live-checks.ts', () => ({ useLiveChecks: () => undefined }))
vi.mock('#src/features/report/checks/live/CheckList.tsx', () => ({ CheckList: () => null }))
vi.mock('#src/features/report/parts/PartMarks.tsx', () => ({ PartMarks: () => null }))
// A text field without a toolbar: these tests only check which fields are present.
vi.mock('#src/ui/rich-text/RichText.tsx', () => ({
  RichText: ({ label, onLeaveText, ref }: Field) => {
    useImperativeHandle(ref, () => ({ focus: () => undefined, takeCursor: () => (cursor.at = label) }))
    fields.set(label, { leave: onLeaveText })
    return <textarea aria-label={label} />
  },
}))

let root: Root
let page: HTMLElement
beforeEach(() => {
  // Renders as the application does: deferred work runs later, by itself.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
})
afterEach(() => {
  flushSync(() => root.unmount())
  page.remove()
  vi.unstubAllGlobals()
})

const text = { report_name: '', report_data: '', conclusion: '', recommendation: '' }
const draft = { ...text, report_id: 'r', study_id: STUDY_ID, report_no: 1, base_rev: undefined, updated: 0 }
const writer = new ReportWriter(draft, text, {
  keep: async () => undefined,
  save: async () => undefined,
  now: () => 0,
  onDirty: () => undefined,
})
const open = { writer, attach: () => () => undefined } as unknown as OpenReport
const nothing = () => undefined
const { study } = detail()

function show(wanted: WantedPart) {
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <MemoryRouter>
          <PartsEditor
            open={open}
            study={study}
            part="report_data"
            onPart={nothing}
            wanted={wanted}
            onWanted={nothing}
            onCritical={nothing}
            images={{} as never}
            readOnly={false}
          />
        </MemoryRouter>
      </MantineProvider>,
    ),
  )
}
const labels = () => [...page.querySelectorAll('textarea')].map((field) => field.getAttribute('aria-label'))

test('the first mounted editor stays, even if another part is requested before all are mounted', async () => {
  show({ part: 'report_data' })
  expect(labels()).toEqual(['Description'])
  const first = page.querySelector('textarea')
  show({ part: 'recommendation' })
  expect(labels()).toEqual(['Description', 'Recommendation'])
  expect(page.querySelector('textarea')).toBe(first)
  await vi.waitFor(() => expect(labels()).toHaveLength(3))
  expect(page.querySelector('textarea')).toBe(first)
})

test('a key leaves a text only for a mounted editor', async () => {
  cursor.at = ''
  show({ part: 'report_data' })
  expect(fields.get('Description')?.leave('next')).toBe(false)
  expect(fields.get('Description')?.leave('previous')).toBe(false)
  await vi.waitFor(() => expect(labels()).toHaveLength(3))
  expect(fields.get('Description')?.leave('next')).toBe(true)
  expect(cursor.at).toBe('Conclusion')
})
