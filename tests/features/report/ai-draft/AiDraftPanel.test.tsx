import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { markedAiText } from '#server/features/ai/ai-text.ts'
import { UndecidedAiNote } from '#src/features/report/ai-draft/UndecidedAiNote.tsx'
import { useAiDraft } from '#src/features/report/ai-draft/use-ai-draft.ts'
import { ReportWriter } from '#src/features/report/writer/report-writer.ts'
import type { OpenReport } from '#src/features/report/writer/use-open-report.ts'
import { type AiDraftHandle, AiDraftPanel } from '#src/parts/ai-draft/AiDraftPanel.tsx'
import type { Draft } from '#src/sync/reports/drafts.ts'
import { isAnyEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

// The field of an edit waits for fonts, which the test page does not have.
beforeAll(
  () => void Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }),
)
afterEach(cleanup)

const marked = (html: string) =>
  markedAiText({ company: 'Lumina', receivedOn: new Date('2026-11-20T08:00:00Z'), html, zone: 'UTC' })
const RESULT = '<p>No nodule. No effusion.</p><p>Impression: Normal chest.</p>'
const OWN = '<p>Lungs are clear.</p>'

/** Renders the panel of a report with this text; `kept` is the copy on the device. */
function show(report_data = OWN + marked(RESULT)) {
  const kept: Draft[] = []
  const begun = {
    report_id: 'r1',
    study_id: 's1',
    report_no: 1,
    report_name: 'CT',
    report_data,
    conclusion: '',
    recommendation: '',
    base_rev: 1,
    updated: 0,
  }
  const writer = new ReportWriter(begun, begun, {
    keep: async (draft) => void kept.push(draft),
    save: async () => undefined,
    now: () => 1,
    onDirty: () => undefined,
  })
  const open: OpenReport = {
    writer,
    restoredAt: undefined,
    flush: () => undefined,
    attach: () => () => undefined,
    editorOf: () => undefined,
  }
  const onClosed = vi.fn<() => void>()
  const onGo = vi.fn<(isThere: boolean | undefined) => void>()
  function Panel() {
    const panel = useRef<AiDraftHandle>(null)
    return (
      <>
        <AiDraftPanel ref={panel} state={useAiDraft(open)} reportId="r1" onClosed={onClosed} />
        <UndecidedAiNote writer={writer} onGo={() => onGo(panel.current?.focus())} />
      </>
    )
  }
  renderInApp(<Panel />)
  return { writer, kept, onClosed, onGo, data: () => writer.state().text.report_data }
}
const chips = () => screen.queryAllByRole('group').map((chip) => chip.getAttribute('aria-label'))
const button = (name: string) => screen.getByRole('button', { name })

test('each sentence is a chip with its place, below its author and the number of undecided ones', () => {
  show()
  expect(chips()).toEqual(['No nodule.', 'No effusion.', 'Normal chest.'])
  expect(screen.getByText('3 sentences are undecided')).toBeDefined()
  expect(screen.getByText(/^AI result of Lumina, received 20 Nov 2026/)).toBeDefined()
  const last = screen.getByRole('group', { name: 'Normal chest.' })
  expect(within(last).getByText('to Conclusion')).toBeDefined()
  expect(screen.getAllByText('to Conclusion')).toHaveLength(1)
})

test('a text without an AI result shows nothing', () => {
  show(OWN)
  expect(screen.queryByRole('region')).toBeNull()
})

test('an accepted sentence becomes the doctor’s own, a dropped one is removed, and the device stores both', async () => {
  const { data, kept, writer } = show()
  await userEvent.click(button('Accept: No effusion.'))
  expect(data()).toMatch(/^<p>Lungs are clear\.<\/p><p>No effusion\.<\/p><p><strong>AI result of/)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Normal chest.')
  await userEvent.click(button('Drop: No nodule.'))
  expect(chips()).toEqual(['Normal chest.'])
  await userEvent.click(button('Accept: Normal chest.'))
  // It spans two parts, and the editor's undo covers only one.
  expect(writer.state().isUndoneElsewhere).toBe(true)
  await writer.replace(writer.state().text)
  expect(writer.state().isUndoneElsewhere).toBe(false)
  expect(writer.state().text).toMatchObject({
    report_data: '<p>Lungs are clear.</p><p>No effusion.</p><p></p>',
    conclusion: '<p>Normal chest.</p>',
  })
  await waitFor(() => expect(kept.at(-1)).toMatchObject({ conclusion: '<p>Normal chest.</p>' }))
})

test('a double click decides only one sentence', async () => {
  show()
  await userEvent.dblClick(button('Drop: No nodule.'))
  expect(chips()).toEqual(['No effusion.', 'Normal chest.'])
})

test('arrows move, Enter accepts, E edits, Delete drops, and no key after the last sentence reaches the text', async () => {
  const { writer, data, onClosed } = show()
  await userEvent.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('No nodule.')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Normal chest.')
  await userEvent.keyboard('{Home}{Delete}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('No effusion.'))
  await userEvent.keyboard('e')
  const field = screen.getByRole('textbox', { name: 'Your words' })
  expect(document.activeElement).toBe(field)
  await userEvent.clear(field)
  await userEvent.type(field, 'Small effusion on the left.')
  expect(isAnyEditorDirty()).toBe(true)
  await userEvent.keyboard('{Enter}')
  expect(isAnyEditorDirty()).toBe(false)
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Normal chest.'))
  await userEvent.keyboard('{Enter}')
  expect(writer.state().text).toMatchObject({
    report_data: '<p>Lungs are clear.</p><p>Small effusion on the left.</p><p></p>',
    conclusion: '<p>Normal chest.</p>',
  })
  expect(screen.getByText('Every sentence of the AI result is decided.')).toBeDefined()
  const panel = screen.getByRole('region', { name: 'Sentences of the AI result' })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  const decided = data()
  await userEvent.keyboard('{Enter}{Delete}{Backspace}')
  expect(data()).toBe(decided)
  expect(onClosed).not.toHaveBeenCalled()
  // The panel still receives its undo, and its Close leads back to the text.
  fireEvent.keyDown(panel, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Normal chest.'))
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button('Close'))
  expect(onClosed).toHaveBeenCalledOnce()
  expect(screen.queryByRole('region')).toBeNull()
})

test('the reason for the waiting signature leads to the sentences, and names the next step if there is none', async () => {
  const { onGo } = show()
  await userEvent.click(button('Go to the sentences'))
  expect(onGo).toHaveBeenLastCalledWith(true)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('No nodule.')
  cleanup()
  show(OWN + marked('<p> </p>'))
  expect(screen.getByText(/Remove them before signing/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Go to the sentences' })).toBeNull()
  cleanup()
  // Markup that no report may contain: none of it can be offered.
  show(`${OWN}<form>${marked('<p>No nodule.</p>')}</form>`)
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Go to the sentences' })).toBeNull()
})

test('Escape leaves an edit unchanged, and an edit without a word is not accepted', async () => {
  const { data } = show()
  const before = data()
  await userEvent.click(button('Edit: No nodule.'))
  await userEvent.clear(screen.getByRole('textbox', { name: 'Your words' }))
  await userEvent.click(button('Accept these words'))
  await userEvent.keyboard('{Escape}')
  expect(data()).toBe(before)
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Your words' }), { key: 'Escape' })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('No nodule.')
  expect(data()).toBe(before)
})

test('a decision is undone by its button and by Ctrl+Z, one after the other, and later typed text stays', async () => {
  const { writer, data } = show()
  const before = data()
  await userEvent.click(button('Accept: Normal chest.'))
  await userEvent.click(button('Drop: No nodule.'))
  await writer.type('report_data', `<p>Typed since.</p>${data()}`)
  await userEvent.click(button('Undo'))
  expect(chips()).toEqual(['No nodule.', 'No effusion.'])
  fireEvent.keyDown(screen.getByRole('group', { name: 'No nodule.' }), { key: 'z', ctrlKey: true })
  expect(chips()).toEqual(['No nodule.', 'No effusion.', 'Normal chest.'])
  expect(writer.state().text).toMatchObject({
    report_data: `<p>Typed since.</p>${before}`,
    conclusion: '',
  })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('accepted words that were edited further are not removed by Undo', async () => {
  const { writer } = show()
  await userEvent.click(button('Accept: Normal chest.'))
  await writer.type('conclusion', '<p>Normal chest, as in March.</p>')
  await userEvent.click(button('Undo'))
  expect(writer.state().text.conclusion).toBe('<p>Normal chest, as in March.</p>')
  expect(screen.getByText(/^The text has changed since/)).toBeDefined()
})

test('a table is accepted or dropped as a whole, and marks without content are removed', async () => {
  const { data } = show(OWN + marked('<table><tbody><tr><td><p>Nodule</p></td></tr></tbody></table>'))
  expect(button('Edit: Nodule').getAttribute('aria-description')).toMatch(/^A table or picture is accepted/)
  cleanup()
  const bare = show(OWN + marked('<p> </p>'))
  expect(screen.getByText('Only the marks of an AI result are left in the text.')).toBeDefined()
  await userEvent.click(button('Remove the marks'))
  expect(bare.data()).toBe('<p>Lungs are clear.</p><p></p>')
  expect(data()).toContain('<table>')
})

test('raised letters are shown raised with a note, and an edit does not flatten them', async () => {
  const { data } = show(OWN + marked('<p>PSA 10<sup>3</sup> of CO<sub>2</sub>.</p><p>Normal.</p>'))
  const chip = screen.getByRole('group', { name: 'PSA 10^3 of CO2.' })
  expect(chip.querySelector('sup')?.textContent).toBe('3')
  expect(chip.querySelector('sub')?.textContent).toBe('2')
  const edit = button('Edit: PSA 10^3 of CO2.')
  expect(edit.getAttribute('aria-description')).toBe(
    'Raised letters and pictures are accepted as they are, and edited in the text.',
  )
  await userEvent.click(edit)
  fireEvent.keyDown(chip, { key: 'e' })
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.click(button('Accept: PSA 10^3 of CO2.'))
  expect(data()).toContain('<p>PSA 10<sup>3</sup> of CO<sub>2</sub>.</p><p><strong>AI result')
})
