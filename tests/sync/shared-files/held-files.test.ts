import { expect, test, vi } from 'vitest'
import { SHARE_TARGET_PATH, TAKE_FILES } from '#contract/kernel/worker-messages.ts'
import {
  answerFileMessage,
  HeldFiles,
  receiveShare,
  SHARED_FILE_BYTES_MAX,
  SHARED_FILES_MAX,
  type SharedFiles,
} from '#src/sw/held-files.ts'

const HOME = 'https://ris.example'

/** Returns the form that a system posts with these files. */
function posted(files: readonly (File | string)[]): Request {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  return new Request(HOME + SHARE_TARGET_PATH, { method: 'POST', body: form })
}

const png = (name: string, size = 3) => new File([new Uint8Array(size)], name, { type: 'image/png' })

async function take(held: HeldFiles, place: string): Promise<SharedFiles | undefined> {
  const id = new URL(place).searchParams.get('held')
  const postMessage = vi.fn<(share: SharedFiles | undefined) => void>()
  const port = { postMessage } as unknown as MessagePort
  expect(answerFileMessage(held, { type: TAKE_FILES, id }, port)).toBe(true)
  return postMessage.mock.calls[0]?.[0]
}

const placeOf = (answer: Response) => answer.headers.get('location') ?? ''

test('posted files are held for the page to which the person is redirected, and returned once', async () => {
  const held = new HeldFiles()
  const answer = await receiveShare(held, posted([png('a.png'), png('b.png')]))
  expect(answer.status).toBe(303)
  expect(placeOf(answer)).toMatch(/^https:\/\/ris\.example\/shared-file\?held=[0-9a-f-]{36}$/)
  const share = await take(held, placeOf(answer))
  expect(share?.files.map(({ name }) => name)).toEqual(['a.png', 'b.png'])
  expect(share?.leftOut).toBe(0)
  expect(await take(held, placeOf(answer))).toBeUndefined()
})

test('a form without a file redirects to the same screen and holds nothing', async () => {
  const held = new HeldFiles()
  for (const request of [posted([]), posted(['text']), new Request(HOME, { method: 'POST', body: 'x' })])
    expect(placeOf(await receiveShare(held, request))).toBe(`${HOME}/shared-file`)
})

test('files far too large or too many are left out and counted', async () => {
  const held = new HeldFiles()
  const large = png('large.png', SHARED_FILE_BYTES_MAX + 1)
  const many = Array.from({ length: SHARED_FILES_MAX + 2 }, (_, n) => png(`${n}.png`))
  const share = await take(held, placeOf(await receiveShare(held, posted([large, ...many]))))
  expect(share?.files).toHaveLength(SHARED_FILES_MAX)
  expect(share?.files.some(({ name }) => name === 'large.png')).toBe(false)
  expect(share?.leftOut).toBe(3)
})

test('after five minutes the files are no longer available', () => {
  vi.useFakeTimers()
  const held = new HeldFiles()
  const share = { files: [png('a.png')], leftOut: 0 }
  const [late, timely] = [held.hold(share, 0), held.hold(share, 0)]
  expect(held.take(timely, 300_000)).toBe(share)
  expect(held.take(late, 300_001)).toBeUndefined()
  vi.useRealTimers()
})

test('other messages are ignored', () => {
  const held = new HeldFiles()
  expect(answerFileMessage(held, { type: 'TAKE_KEY', id: 'x' }, undefined)).toBe(false)
  expect(answerFileMessage(held, { type: TAKE_FILES, id: 7 }, undefined)).toBe(false)
})
