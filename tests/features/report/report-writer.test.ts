import { expect, test, vi } from 'vitest'
import type { SaveStatus } from '#domain/status/report-status.ts'
import { ReportWriter } from '#src/features/report/writer/report-writer.ts'
import type { Draft } from '#src/sync/reports/drafts.ts'
import { report } from './fixtures.ts'

const EMPTY = { report_name: '', report_data: '', conclusion: '', recommendation: '' }
const DRAFT: Draft = {
  ...EMPTY,
  report_id: report().id,
  study_id: report().study_id,
  report_no: 1,
  base_rev: undefined,
  updated: 0,
}

function open(draft: Partial<Draft> = {}, stored?: typeof EMPTY) {
  const kept: Draft[] = []
  const saved: [SaveStatus, Draft][] = []
  const dirty: boolean[] = []
  const ports = {
    keep: vi.fn(async (one: Draft) => void kept.push(one)),
    save: vi.fn(async (one: Draft, status: SaveStatus) => void saved.push([status, one])),
    now: () => 1_000,
    onDirty: (is: boolean) => void dirty.push(is),
  }
  const writer = new ReportWriter({ ...DRAFT, ...draft }, stored, ports)
  return { writer, ports, kept, saved, dirty }
}

test('text handed over at a pause is stored on the device at once', async () => {
  const { writer, kept, dirty } = open()
  await writer.type('report_data', '<p>Lungs</p>')
  expect(kept.map((draft) => draft.report_data)).toEqual(['<p>Lungs</p>'])
  expect(writer.state()).toMatchObject({ isDirty: false, isUnsaved: true, keptAt: 1_000 })
  expect(dirty).toEqual([true, false])
})

const OTHER = { ...EMPTY, updated_by_name: 'Dr Omar', updated: '2026-11-20T10:00:00Z' }

test('on a slow device only the newest text is written after the current one', async () => {
  const { writer, ports, kept } = open()
  const slow = Promise.withResolvers<undefined>()
  ports.keep.mockImplementationOnce(async (draft) => {
    await slow.promise
    kept.push(draft)
  })
  void writer.type('report_data', '<p>a</p>')
  await Promise.resolve()
  void writer.type('report_data', '<p>ab</p>')
  const last = writer.type('report_data', '<p>abc</p>')
  expect(writer.state().isDirty).toBe(true)
  slow.resolve(undefined)
  await last
  expect(kept.map((draft) => draft.report_data)).toEqual(['<p>a</p>', '<p>abc</p>'])
  expect(writer.state().isDirty).toBe(false)
})

test('a device that cannot store says so, keeps the text in the page, and stays dirty', async () => {
  const { writer, ports } = open()
  ports.keep.mockRejectedValueOnce(new Error('disk full'))
  await writer.type('report_data', '<p>a</p>')
  expect(writer.state()).toMatchObject({ isDirty: true, text: { report_data: '<p>a</p>' } })
  expect(writer.state().problem?.message).toBe('disk full')
  await writer.type('report_data', '<p>ab</p>')
  expect(writer.state()).toMatchObject({ isDirty: false, problem: undefined })
})

test('the autosave runs only at Pending or Draft, and only after a change', async () => {
  const { writer, saved } = open()
  await writer.autosave('Pending')
  await writer.type('report_data', '<p>a</p>')
  await writer.autosave('ReadyForSign')
  await writer.autosave('Signed')
  await writer.autosave('Verified')
  expect(saved).toEqual([])
  await writer.autosave('Draft')
  await writer.autosave('Draft')
  expect(saved.map(([status]) => status)).toEqual(['Auto'])
  expect(writer.state().isUnsaved).toBe(false)
})

test('text typed during a save is still unsaved after it', async () => {
  const { writer, ports } = open()
  await writer.type('report_data', '<p>a</p>')
  const slow = Promise.withResolvers<undefined>()
  ports.save.mockImplementationOnce(() => slow.promise)
  const saving = writer.autosave('Draft')
  await vi.waitFor(() => expect(ports.save).toHaveBeenCalled())
  const typing = writer.type('report_data', '<p>ab</p>')
  slow.resolve(undefined)
  await Promise.all([saving, typing])
  expect(writer.state()).toMatchObject({ isUnsaved: true, text: { report_data: '<p>ab</p>' } })
})

test('a template without autosave stops it while in use', async () => {
  const { writer, saved, kept } = open()
  await writer.replace({ ...EMPTY, report_data: '<p>t</p>' }, true)
  await writer.autosave('Pending')
  expect(saved).toEqual([])
  expect(kept).toHaveLength(1)
  await writer.save('Draft')
  await writer.type('report_data', '<p>tu</p>')
  await writer.autosave('Draft')
  expect(saved.map(([status]) => status)).toEqual(['Draft'])
  await writer.replace({ ...EMPTY, report_data: '<p>another template</p>' }, false)
  await writer.autosave('Draft')
  expect(saved.map(([status]) => status)).toEqual(['Draft', 'Auto'])
})

test('a template without autosave still applies after a reload', async () => {
  const before = open()
  await before.writer.replace({ ...EMPTY, report_data: '<p>a form</p>' }, true)
  const [draft] = before.kept
  const { writer, saved } = open(draft)
  await writer.type('report_data', '<p>a form, filled in</p>')
  await writer.autosave('Pending')
  expect(saved).toEqual([])
  expect(writer.state().isAutosaveOff).toBe(true)
})

test('a draft that differs from the server’s text is unsaved from the start', () => {
  const stored = { ...EMPTY, report_data: '<p>server</p>' }
  expect(open({ report_data: '<p>mine</p>' }, stored).writer.state().isUnsaved).toBe(true)
  expect(open({ report_data: '<p>server</p>' }, stored).writer.state().isUnsaved).toBe(false)
})

test('the own words in an update raise the revision and change nothing on the screen', async () => {
  const { writer } = open()
  await writer.type('report_data', '<p>a</p>')
  await writer.save('Auto')
  await writer.type('report_data', '<p>ab</p>')
  writer.meet({ ...OTHER, report_data: '<p>a</p>', rev: 4 })
  expect(writer.draft()).toMatchObject({ base_rev: 4, report_data: '<p>ab</p>' })
  expect(writer.state().version).toBe(0)
})

test('another person’s words are shown if nothing is unsaved', () => {
  const stored = { ...EMPTY, report_data: '<p>a</p>' }
  const { writer } = open({ ...stored, base_rev: 4 }, stored)
  writer.meet({ ...OTHER, report_data: '<p>theirs</p>', rev: 5 })
  expect(writer.state()).toMatchObject({
    version: 1,
    isUnsaved: false,
    text: { report_data: '<p>theirs</p>' },
  })
  expect(writer.draft().base_rev).toBe(5)
})

test('a text that reaches the device after the report was opened is not a change by another person', () => {
  const { writer } = open()
  writer.meet({ ...OTHER, report_data: '<p>theirs</p>', rev: 5 })
  expect(writer.state()).toMatchObject({ taken: undefined, text: { report_data: '<p>theirs</p>' } })
  writer.meet({ ...OTHER, report_data: '<p>newer</p>', rev: 6 })
  expect(writer.state().taken).toMatchObject({ name: 'Dr Omar' })
})

test('another person’s words never replace unsaved ones, and the next save still names the seen revision', async () => {
  const stored = { ...EMPTY, report_data: '<p>a</p>' }
  const { writer, saved } = open({ ...stored, base_rev: 4 }, stored)
  await writer.type('report_data', '<p>mine</p>')
  writer.meet({ ...OTHER, report_data: '<p>theirs</p>', rev: 5 })
  expect(writer.state().text.report_data).toBe('<p>mine</p>')
  writer.setEditorWaiting('report_data', true)
  await writer.save('Auto')
  writer.meet({ ...OTHER, report_data: '<p>theirs</p>', rev: 5 })
  expect(writer.state().text.report_data).toBe('<p>mine</p>')
  expect(saved[0]?.[1]).toMatchObject({ base_rev: 4, report_data: '<p>mine</p>' })
})

test('a save that the device could not store is reported and nothing counts as saved', async () => {
  const { writer, ports } = open()
  await writer.type('report_data', '<p>a</p>')
  ports.save.mockRejectedValueOnce(new Error('disk full'))
  await expect(writer.save('Signed')).rejects.toThrow('disk full')
  expect(writer.state()).toMatchObject({ isUnsaved: true })
})
