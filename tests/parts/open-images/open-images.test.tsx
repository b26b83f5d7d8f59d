import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { imagesReason, openImages, openImagesByItself } from '#src/parts/open-images/open-images.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const study = studyRowOf({
  id: '01970000-0000-7000-8000-000000000001',
  viewer_url: 'https://v.example/{TOKEN}',
})
const tabs: FakeTab[] = []
let isHeldBack = false

interface FakeTab {
  opener: unknown
  document: { title: string }
  address: string | undefined
  isClosed: boolean
}

beforeEach(() => {
  tabs.length = 0
  isHeldBack = false
  vi.stubGlobal('open', (url: string) => {
    if (isHeldBack) return null
    const tab: FakeTab = { opener: 'this page', document: { title: '' }, address: url, isClosed: false }
    tabs.push(tab)
    return Object.assign(tab, {
      location: { replace: (to: string) => (tab.address = to) },
      close: () => (tab.isClosed = true),
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const answering = (url: string) =>
  scriptServer({ 'study/openImagesUrl': () => ({ body: { result: { url } } }) })

test('the viewer opens in a separate tab without access to this page', async () => {
  const { asked } = answering('https://v.example/abc')
  await openImages(study)
  expect(asked.map(({ input }) => input)).toEqual([{ study_id: study.study_id, auto: 0 }])
  expect(tabs).toMatchObject([{ opener: null, address: 'https://v.example/abc', isClosed: false }])
})

test('a refusal closes the tab again and is shown', async () => {
  const body = { code: 'unavailable', message: 'The viewer cannot be reached.' }
  scriptServer({ 'study/openImagesUrl': () => ({ status: 503, body }) })
  renderInApp(null)
  await openImages(study)
  expect(tabs).toMatchObject([{ address: 'about:blank', isClosed: true }])
  expect(await screen.findByText('The viewer cannot be reached.')).toBeDefined()
})

test('an address that is no page is never opened', async () => {
  answering('javascript:alert(1)')
  renderInApp(null)
  await openImages(study)
  expect(tabs).toMatchObject([{ address: 'about:blank', isClosed: true }])
})

test('a blocked tab is reported', async () => {
  isHeldBack = true
  const { asked } = answering('https://v.example/abc')
  renderInApp(null)
  await openImages(study)
  expect(await screen.findByText(/Allow this page to open tabs/)).toBeDefined()
  expect(asked).toEqual([])
})

test('nothing opens automatically if the client does not want it, or if the report was left', async () => {
  answering('')
  await openImagesByItself(study, new AbortController().signal)
  expect(tabs).toEqual([])
  const left = new AbortController()
  answering('https://v.example/abc')
  const asked = openImagesByItself(study, left.signal)
  left.abort()
  await asked.catch(() => undefined)
  expect(tabs).toEqual([])
})

test.each([
  ['No image viewer is set up for this study', { viewer_url: '' }, true],
  ['No image viewer is set up for this study', { viewer_url: 'javascript:x' }, true],
  ['Images need the network', {}, false],
  [undefined, {}, true],
  [undefined, { viewer_url: '', local_viewer_url: 'http://10.0.0.7/' }, true],
])('the reason is %s', (reason, part, isOnline) => {
  expect(imagesReason({ ...study, local_viewer_url: '', ...part }, isOnline)).toBe(reason)
})
