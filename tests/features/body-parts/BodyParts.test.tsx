import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AiBodyPartRecord } from '#contract/masters/ai-body-part.ts'
import BodyParts from '#src/features/body-parts/BodyParts.tsx'
import type { Masters } from '#src/sync/masters/use-masters.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const device = vi.hoisted(() => ({
  answer: {} as object,
  filters: [] as unknown[],
  urls: new Map<string, string>(),
}))
vi.mock('#src/sync/masters/use-masters.ts', () => ({
  useMasters: (_key: string, filter: unknown) => {
    device.filters.push(filter)
    return device.answer
  },
}))
vi.mock('#src/sync/files/find-file.ts', () => ({
  imageUrlOf: (id: string) => Promise.resolve(device.urls.get(id)),
}))
afterEach(cleanup)
beforeEach(() => {
  device.filters = []
  device.urls = new Map()
})

const part = (name: string, disp_odr: number, items: AiBodyPartRecord['items']): AiBodyPartRecord => ({
  id: name,
  rev: 1,
  name,
  disp_odr,
  status: 1,
  created: '2026-11-01T00:00:00Z',
  items,
})
const item = (heading: string, more: object = {}) => ({
  heading,
  description: `<p>About <strong>${heading}</strong></p>`,
  specifications: 'Line one\nLine two',
  photo_id: null,
  ...more,
})

function open(answer: Partial<Masters<AiBodyPartRecord>>, path = '/view-bodyparts') {
  device.answer = { rows: [], isLoading: false, isFromDevice: true, ...answer }
  renderInApp(<BodyParts />, path)
}

const CHEST = part('Chest', 2, [item('Radiograph', { photo_id: 'photo-1' }), item('CT')])
const BRAIN = part('Brain', 1, [item('Bleeding')])

test('shows active body parts as tabs in the display order, and the first of them', async () => {
  open({ rows: [CHEST, BRAIN] })
  expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['Brain', 'Chest'])
  expect(screen.getByRole('article', { name: 'Bleeding' })).toBeTruthy()
  expect(device.filters[0]).toEqual({ status: '1' })
})

test('renders the description as formatted text and keeps the lines of the specifications', async () => {
  open({ rows: [CHEST] })
  expect((await screen.findByText('Radiograph', { selector: 'strong' })).tagName).toBe('STRONG')
  expect(screen.getAllByText(/Line one\s+Line two/)).toHaveLength(2)
})

test('shows the photo with its text, and a message if it is missing', async () => {
  device.urls.set('photo-1', 'blob:photo-1')
  open({
    rows: [part('Chest', 1, [item('Radiograph', { photo_id: 'photo-1' }), item('CT', { photo_id: 'gone' })])],
  })
  expect((await screen.findByRole('img', { name: 'Photo of Radiograph' })).getAttribute('src')).toBe(
    'blob:photo-1',
  )
  expect(await screen.findByText(/not on this device/)).toBeTruthy()
})

test('opens the body part of the address, and another one by its tab', async () => {
  open({ rows: [CHEST, BRAIN] }, '/view-bodyparts?part=Chest')
  expect(await screen.findByRole('article', { name: 'CT' })).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Brain' }))
  expect(await screen.findByRole('article', { name: 'Bleeding' })).toBeTruthy()
  expect(screen.queryByRole('article', { name: 'CT' })).toBeNull()
})

test('never renders markup that a report may not contain', async () => {
  open({ rows: [part('Chest', 1, [item('Radiograph', { description: '<script>alert(1)</script>' })])] })
  expect(await screen.findByText('<script>alert(1)</script>')).toBeTruthy()
  expect(document.querySelector('article script')).toBeNull()
})

test('explains an empty page: no parts, a part without items, a failure', async () => {
  open({})
  expect(await screen.findByText('No body parts yet')).toBeTruthy()
  cleanup()
  open({ rows: [part('Chest', 1, [])] })
  expect(await screen.findByText('Nothing is described for Chest yet')).toBeTruthy()
  cleanup()
  open({ error: new Error('The server cannot be reached now.') })
  expect(await screen.findByText('The body parts could not be read')).toBeTruthy()
})
