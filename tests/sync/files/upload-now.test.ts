// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHUNK_BYTES } from '#contract/calls/files.ts'
import { REFUSAL_HEADER } from '#contract/kernel/refusal-header.ts'
import { template } from '#contract/masters/template.ts'
import { reach$ } from '#src/sync/api/reach.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { sendWithProgress } from '#src/sync/files/send-with-progress.ts'
import { postForm, uploadNow } from '#src/sync/files/upload-now.ts'
import { masterNews$ } from '#src/sync/masters/master-news.ts'
import { saveWordTemplate } from '#src/sync/masters/save-word-template.ts'
import { setSession, whenSessionEnds } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyId } from '../support/rows.ts'

/** A request of the browser that a test answers. */
class FakeRequest extends EventTarget {
  static last: FakeRequest
  readonly upload = new EventTarget()
  readonly headers = new Map<string, string>()
  asked: string[] = []
  form: FormData | undefined
  status = 0
  responseText = ''
  mark: string | null = null
  constructor() {
    super()
    FakeRequest.last = this
  }
  open(...asked: string[]) {
    this.asked = asked
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return name === REFUSAL_HEADER ? this.mark : null
  }
  send(form: FormData) {
    this.form = form
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
  tell(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
}

const reached: boolean[] = []
reach$.subscribe(({ answered }) => reached.push(answered))
const ends: string[] = []
beforeEach(() => {
  reached.length = ends.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  setSession(sessionFields({ time_zone: 'Asia/Tokyo' }))
  whenSessionEnds(({ code }) => ends.push(code))
})
afterEach(() => {
  setDevice(undefined)
  setSession(undefined)
  whenSessionEnds(() => undefined)
  vi.unstubAllGlobals()
})
const logo = new File(['x'], 'logo.png', { type: 'image/png' })
const FILE_ID = studyId(7)

test('a file is uploaded with its purpose, its owner and the session, and its progress told', async () => {
  const told: number[] = []
  const uploading = uploadNow(logo, {
    purpose: 'logo',
    owner: studyId(1),
    resize: true,
    onProgress: (share) => told.push(share),
  })
  const { form, headers, asked } = FakeRequest.last
  expect([asked[0], asked[1]?.startsWith('/api')]).toEqual(['POST', true])
  expect([...form!.keys()]).toEqual(['id', 'purpose', 'resize', 'owner_id', 'file'])
  expect([form!.get('purpose'), form!.get('resize'), form!.get('owner_id')]).toEqual([
    'logo',
    '1',
    studyId(1),
  ])
  expect(form!.get('id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('Authorization') ?? headers.get('authorization')).toBe('Bearer token-of-asha')
  expect([...headers.values()]).toContain('Asia/Tokyo')
  FakeRequest.last.tell(1, 4)
  FakeRequest.last.tell(1, 0)
  FakeRequest.last.answer(200, { result: { file_id: FILE_ID, file_url: '/f' } })
  expect(await uploading).toBe(FILE_ID)
  expect(told).toEqual([0.25, 0])
})

test('without an owner, and as it is, a file says nothing of them', async () => {
  const uploading = uploadNow(logo, { purpose: 'logo' })
  expect([...FakeRequest.last.form!.keys()]).toEqual(['id', 'purpose', 'file'])
  FakeRequest.last.answer(200, 'no JSON')
  await expect(uploading).rejects.toMatchObject({ name: 'OfflineError' })
})

test('a refused upload is the refusal; a 403 ends the session that it was sent with', async () => {
  const refused = uploadNow(logo, { purpose: 'logo' })
  FakeRequest.last.answer(409, { code: 'conflict', message: 'No.' })
  await expect(refused).rejects.toMatchObject({ status: 409, code: 'conflict' })
  const unknown = postForm({ base: 'php', path: '/x' }, new FormData(), {})
  expect(FakeRequest.last.asked[1]).toContain('phpapi')
  FakeRequest.last.mark = 'newer_code'
  FakeRequest.last.answer(422, { code: 'newer_code', message: 'New.' })
  await expect(unknown).rejects.toMatchObject({ status: 422, code: 'refused', message: 'New.' })
  expect(ends).toEqual([])
  const over = uploadNow(logo, { purpose: 'logo' })
  FakeRequest.last.answer(403, { code: 'signed_out', message: 'Over.' })
  await expect(over).rejects.toMatchObject({ status: 403 })
  expect(ends).toEqual(['signed_out'])
  setSession(undefined)
  const nobody = uploadNow(logo, { purpose: 'logo' })
  FakeRequest.last.answer(403, { code: 'signed_out', message: 'Over.' })
  await expect(nobody).rejects.toMatchObject({ status: 403 })
  expect(ends).toHaveLength(1)
})

test('a cut upload is no connection; one that is stopped has the reason of its stop', async () => {
  const cut = uploadNow(logo, { purpose: 'logo' })
  FakeRequest.last.dispatchEvent(new Event('error'))
  await expect(cut).rejects.toMatchObject({ name: 'OfflineError' })
  expect(reached).toEqual([false])
  const stopping = new AbortController()
  const stopped = uploadNow(logo, { purpose: 'logo', signal: stopping.signal })
  stopping.abort()
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  const ended = uploadNow(logo, { purpose: 'logo' })
  FakeRequest.last.abort()
  await expect(ended).rejects.toMatchObject({ name: 'OfflineError' })
  expect(reached).toEqual([false])
})

test('a Word document becomes a template of the server, and the lists learn of it', async () => {
  let refreshed = 0
  setDevice({ refresh: () => (refreshed += 1) } as unknown as Device)
  const news: string[] = []
  const watching = masterNews$.subscribe((key) => news.push(key))
  const saving = saveWordTemplate({ id: FILE_ID, name: 'Chest', categoryId: studyId(2), file: logo })
  const form = FakeRequest.last.form!
  expect(['id', 'cat_id', 'name', 'status'].map((name) => form.get(name))).toEqual([
    FILE_ID,
    studyId(2),
    'Chest',
    '1',
  ])
  expect(form.get('file')).toBeDefined()
  FakeRequest.last.answer(200, { something: 'else' })
  await expect(saving).rejects.toMatchObject({ name: 'OfflineError' })
  expect([refreshed, news]).toEqual([0, []])
  vi.spyOn(template.calls.save.output, 'safeParse').mockReturnValue({
    success: true,
    data: { result: { id: FILE_ID } },
  } as never)
  const saved = saveWordTemplate({ id: FILE_ID, name: 'Chest', categoryId: studyId(2), file: logo })
  FakeRequest.last.answer(200, {})
  expect(await saved).toEqual({ id: FILE_ID })
  expect([refreshed, news]).toEqual([1, ['template']])
  watching.unsubscribe()
  vi.restoreAllMocks()
})

test('a large file tells which share of its pieces has arrived, and the end; a stop ends it', async () => {
  const told: number[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url.includes('begin')) {
      const { chunks } = JSON.parse(body as string) as { chunks: string[] }
      return new Response(JSON.stringify({ result: { kept: false, missing: chunks } }))
    }
    return new Response(JSON.stringify({ result: { kept: true, missing: [] } }))
  })
  const bytes = new Uint8Array(2 * CHUNK_BYTES)
  bytes[0] = 1
  const body = { bytes, type: 'video/mp4', purpose: 'banner' }
  await sendWithProgress(FILE_ID, body, { onProgress: (share) => told.push(share) })
  expect(told).toEqual([0.5, 1, 1])
  told.length = 0
  await sendWithProgress(
    FILE_ID,
    { ...body, bytes: new Uint8Array(3) },
    { onProgress: (share) => told.push(share) },
  )
  expect(told).toEqual([1])
  const stopping = new AbortController()
  stopping.abort()
  await expect(sendWithProgress(FILE_ID, body, { signal: stopping.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})
