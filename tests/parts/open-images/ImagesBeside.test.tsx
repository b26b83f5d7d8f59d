import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ImagesBeside } from '#src/parts/open-images/ImagesBeside.tsx'
import { PreviewActions } from '#src/parts/report-preview/PreviewActions.tsx'
import { detail, study } from '#tests/features/report/fixtures.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({ url: '', asked: [] as unknown[], online: true }))
vi.mock('#src/sync/api/call-api.ts', async (original) => ({
  ...(await original<object>()),
  callApi: async (_: unknown, input: unknown) => {
    world.asked.push(input)
    if (world.url === '') throw new Error('The viewer gave no token.')
    return { result: { url: world.url } }
  },
}))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: world.online, since: new Date() }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => undefined }))

beforeEach(() => Object.assign(world, { url: 'https://viewer.example/s/1', asked: [], online: true }))
afterEach(cleanup)

test('the viewer is in a frame that can neither navigate this page nor read its address', async () => {
  renderInApp(<ImagesBeside study={study()} />)
  const frame = await screen.findByTitle('Images of the study')
  expect(frame.getAttribute('src')).toBe('https://viewer.example/s/1')
  expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(world.asked).toEqual([{ study_id: study().study_id, auto: 0 }])
})

test('a viewer without HTTPS is offered in a separate tab', async () => {
  world.url = 'http://viewer.local/s/1'
  renderInApp(<ImagesBeside study={study({ viewer_url: world.url })} />)
  expect(await screen.findByText(/opens in its own tab/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'View Image' })).toBeTruthy()
  expect(screen.queryByTitle('Images of the study')).toBeNull()
})

test('a refusal of the viewer is shown', async () => {
  world.url = ''
  renderInApp(<ImagesBeside study={study()} />)
  expect(await screen.findByText(/The viewer gave no token\./)).toBeTruthy()
})

test('the preview offers the images beside the paper if there is a viewer, and says why if not', () => {
  const onBeside = vi.fn()
  const show = (viewer_url: string) =>
    renderInApp(
      <PreviewActions
        detail={detail({ study: study({ viewer_url, local_viewer_url: '' }) })}
        pdf={{ progress: 0 }}
        isOldRevision={false}
        isBeside={false}
        onBeside={onBeside}
      />,
    )
  show('https://viewer.example/s/1')
  fireEvent.click(screen.getByRole('button', { name: 'Images beside' }))
  expect(onBeside).toHaveBeenCalledWith(true)
  cleanup()
  show('')
  const off = screen.getByRole('button', { name: 'Images beside' })
  expect(off.getAttribute('aria-description')).toBe('No image viewer is set up for this study')
  fireEvent.click(off)
  expect(onBeside).toHaveBeenCalledTimes(1)
})
