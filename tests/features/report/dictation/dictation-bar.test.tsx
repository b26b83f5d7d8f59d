import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Editor } from '@tiptap/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DictationBar } from '#src/features/report/dictation/DictationBar.tsx'
import { reportExtensions } from '#src/ui/rich-text/extensions/report-extensions.ts'
import { isAnyEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { type FakeSpeech, fakeSpeech, resultEvent } from './fake-speech.ts'

const world = vi.hoisted(() => ({
  online: true,
  mayLeaveDevice: 0,
  preferences: new Map<string, unknown>(),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: world.online }) }))
vi.mock('#src/sync/api/use-call.ts', () => ({
  useCall: () => ({ answer: { result: { may_leave_device: world.mayLeaveDevice } }, isLoading: false }),
}))
vi.mock('#src/sync/preferences/preference.ts', () => ({
  findPreference: async (name: string) => world.preferences.get(name),
  keepPreference: async (name: string, value: unknown) => void world.preferences.set(name, value),
}))

let editor: Editor | undefined
let speech: FakeSpeech
let reportNo = 0

beforeEach(() => {
  Object.assign(world, { online: true, mayLeaveDevice: 0, preferences: new Map() })
  editor = newEditor()
  speech = fakeSpeech({ 'en-US': 'available', 'it-IT': 'available' })
  vi.stubGlobal('SpeechRecognition', speech.Speech)
  reportNo += 1
})
afterEach(() => {
  cleanup()
  editor?.destroy()
  vi.unstubAllGlobals()
})

const newEditor = (content = '') =>
  new Editor({ extensions: reportExtensions(async () => undefined), content, injectCSS: false })

function open({ isLocked = false, isFiled = false, reportId = `report-${reportNo}` } = {}) {
  return renderInApp(
    <DictationBar
      userId="asha"
      reportId={reportId}
      editor={() => editor}
      isLocked={isLocked}
      isFiled={isFiled}
    />,
  )
}

/** Returns the bar's button once it can be pressed. */
async function ready(name = 'Dictate') {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  return button
}

const now = () => speech.made.at(-1)
const hear = (results: readonly (readonly [string, boolean])[], from = 0) =>
  act(() => void now()?.dispatchEvent(resultEvent(results, from)))
const end = () => act(() => void now()?.dispatchEvent(new Event('end')))

test('undecided words are shown beside the text, and inserted once decided', async () => {
  open()
  fireEvent.click(await ready())
  hear([['the lungs', false]])
  expect(screen.getByText('the lungs')).toBeTruthy()
  expect(editor?.getText()).toBe('')
  hear([['the lungs are clear full stop', true]])
  expect(editor?.getHTML()).toBe('<p>The lungs are clear.</p>')
  expect(screen.getByText('In the text: the lungs are clear full stop')).toBeTruthy()
})

test('F4 starts and stops, wherever the cursor is', async () => {
  open()
  await ready()
  fireEvent.keyDown(document.body, { key: 'F4', code: 'F4' })
  expect(now()?.isRunning).toBe(true)
  expect(screen.getByRole('button', { name: 'Stop' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.keyDown(document.body, { key: 'F4', code: 'F4' })
  expect(now()?.isRunning).toBe(false)
  end()
  await ready()
})

test('the language is chosen from the list of the spec and remembered for the person', async () => {
  open()
  await ready()
  fireEvent.click(screen.getByRole('combobox', { name: 'Language of dictation' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'en-US',
    'en-UK',
    'fr-BE',
    'it-IT',
    'hi-IN',
    'pt-PT',
    'es-PA',
  ])
  fireEvent.click(screen.getByRole('option', { name: 'it-IT' }))
  await waitFor(() => expect(world.preferences.get('dictation_language')).toBe('it-IT'))
  fireEvent.click(await ready())
  expect(now()?.lang).toBe('it-IT')
  hear([['polmoni liberi punto', true]])
  expect(editor?.getHTML()).toBe('<p>Polmoni liberi.</p>')
})

test('a browser without recognition shows the button disabled, with the reason', async () => {
  vi.stubGlobal('SpeechRecognition', undefined)
  open()
  const button = await screen.findByRole('button', { name: 'Dictate' })
  await waitFor(() =>
    expect(button.getAttribute('aria-description')).toBe('This browser has no speech recognition.'),
  )
  fireEvent.click(button)
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
})

test('a recogniser that sends speech away is used only if allowed, and says so', async () => {
  speech = fakeSpeech(undefined)
  vi.stubGlobal('SpeechRecognition', speech.Speech)
  const refused = open()
  const button = await screen.findByRole('button', { name: 'Dictate' })
  await waitFor(() => expect(button.getAttribute('aria-description')).toContain('does not allow'))
  refused.unmount()
  world.mayLeaveDevice = 1
  open()
  await ready()
  expect(screen.getByText('Speech leaves this device')).toBeTruthy()
})

test('recognition on the device says so', async () => {
  open()
  await ready()
  expect(screen.getByText('On this device')).toBeTruthy()
})

/** Returns the button while its language must be downloaded first. */
const fetchable = () =>
  waitFor(() => {
    const button = screen.getByRole('button', { name: 'Dictate' })
    expect(button.getAttribute('aria-description')).toContain('first click fetches')
    return button
  })

test('a missing language is downloaded, then it can be dictated', async () => {
  const states: Record<string, 'downloadable' | 'available'> = { 'en-US': 'downloadable' }
  speech = fakeSpeech(states)
  vi.stubGlobal('SpeechRecognition', speech.Speech)
  open()
  const button = await fetchable()
  states['en-US'] = 'available'
  fireEvent.click(button)
  expect(await screen.findByText('On this device')).toBeTruthy()
})

test('F4 downloads the language too', async () => {
  const states: Record<string, 'downloadable' | 'available'> = { 'en-US': 'downloadable' }
  speech = fakeSpeech(states)
  vi.stubGlobal('SpeechRecognition', speech.Speech)
  open()
  await fetchable()
  states['en-US'] = 'available'
  fireEvent.keyDown(window, { key: 'F4' })
  expect(await screen.findByText('On this device')).toBeTruthy()
})

test('decided words are inserted into the editor with the cursor', async () => {
  open()
  fireEvent.click(await ready())
  const description = editor
  hear([['one', true]])
  editor = newEditor('<p>Conclusion</p>')
  hear(
    [
      ['one', true],
      ['two', true],
    ],
    1,
  )
  expect(description?.getText()).toBe('One')
  expect(editor.getText()).toBe('Conclusion two')
  description?.destroy()
})

test('without an editor words are held in sight, and inserted on request', async () => {
  open()
  fireEvent.click(await ready())
  const later = editor
  editor = undefined
  hear([['no effusion', true]])
  expect(screen.getByRole('alert').textContent).toContain('no effusion')
  expect(isAnyEditorDirty()).toBe(true)
  editor = later
  fireEvent.click(screen.getByRole('button', { name: 'Insert' }))
  expect(editor?.getText()).toBe('No effusion')
  expect(isAnyEditorDirty()).toBe(false)
})

test('beside a filed report there is no bar, unless heard words are not inserted yet', async () => {
  const view = open({ isFiled: true, isLocked: true, reportId: 'filed' })
  expect(screen.queryByRole('region', { name: 'Dictation' })).toBeNull()
  view.unmount()
  const before = open({ reportId: 'filed' })
  fireEvent.click(await ready())
  hear([['small nodule', false]])
  before.unmount()
  end()
  open({ isFiled: true, isLocked: true, reportId: 'filed' })
  expect((await screen.findByRole('alert')).textContent).toContain('small nodule')
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('region', { name: 'Dictation' })).toBeNull()
})

test('a report that is left and reopened still shows the last heard words', async () => {
  const view = open({ reportId: 'left' })
  fireEvent.click(await ready())
  hear([['small nodule', false]])
  view.unmount()
  expect(now()?.isRunning).toBe(false)
  act(() => void now()?.dispatchEvent(new Event('end')))
  open({ reportId: 'left' })
  expect((await screen.findByRole('alert')).textContent).toContain('small nodule')
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a hidden page stops listening and says so', async () => {
  open()
  fireEvent.click(await ready())
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(now()?.isRunning).toBe(false)
  end()
  visibility.mockRestore()
  expect(screen.getByText('Stopped because the page was hidden.')).toBeTruthy()
})

test('a text that is not being written cannot be dictated', async () => {
  open({ isLocked: true })
  const button = await screen.findByRole('button', { name: 'Dictate' })
  await waitFor(() => expect(button.getAttribute('aria-description')).toBe('This text cannot be edited now.'))
  fireEvent.keyDown(document.body, { key: 'F4', code: 'F4' })
  expect(speech.made).toEqual([])
})
