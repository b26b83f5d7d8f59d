// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHUNK_BYTES } from '#contract/calls/files.ts'
import type { FileBody } from '#src/db/tables.ts'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import { reach$ } from '#src/sync/api/reach.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { cutIntoChunks, sha256Of } from '#src/sync/files/chunks.ts'
import { exchange } from '#src/sync/files/exchange.ts'
import { findLocalFile, keepCopy } from '#src/sync/files/file-copies.ts'
import { nameOf } from '#src/sync/files/file-name.ts'
import { createUpload, downloadFile } from '#src/sync/files/file-transfer.ts'
import { createFilesAhead } from '#src/sync/files/files-ahead.ts'
import { filesNamedIn } from '#src/sync/files/files-named-in.ts'
import { findFile, imageUrlOf } from '#src/sync/files/find-file.ts'
import { keepFile } from '#src/sync/files/keep-file.ts'
import {
  dropPageAddress,
  dropPageAddresses,
  makePageAddress,
  onPageAddressesDropped,
} from '#src/sync/files/page-addresses.ts'
import { dropRefusedFile, retryFiles, useRefusedFiles } from '#src/sync/files/refused-files.ts'
import { sendFilesAgain } from '#src/sync/files/send-again.ts'
import { sendFilesInTurn, sendWaitingFiles, waitingFileIds } from '#src/sync/files/send-files.ts'
import { setSession, whenSessionEnds } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyId } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

const sent: { url: string; init: RequestInit }[] = []
const reached: boolean[] = []
reach$.subscribe(({ answered }) => reached.push(answered))
let answer: (url: string) => Response | Promise<Response>
let woken = 0

beforeEach(() => {
  sent.length = reached.length = woken = 0
  answer = () => new Response('{}')
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answer(url)
  })
  setSession(sessionFields())
})
afterEach(() => {
  cleanup()
  dropPageAddresses()
  setDevice(undefined)
  setSession(undefined)
  whenSessionEnds(() => undefined)
  vi.unstubAllGlobals()
})

async function atDevice() {
  const databases = await openBare()
  setDevice({ databases, wake: () => (woken += 1) } as unknown as Device)
  return databases
}
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ code, message: 'No.' }), { status })
const body = (size = 3, change: Partial<FileBody> = {}): FileBody => ({
  bytes: new Uint8Array(size).fill(7),
  type: 'image/png',
  purpose: 'report_image',
  owner: studyId(1),
  ...change,
})

test('a file is cut into pieces that are named by their sums', async () => {
  const bytes = new Uint8Array(2 * CHUNK_BYTES + 1).fill(1)
  const chunks = await cutIntoChunks(bytes)
  expect(chunks.map((chunk) => chunk.bytes.length)).toEqual([CHUNK_BYTES, CHUNK_BYTES, 1])
  const sum = createHash('sha256').update(bytes.subarray(0, CHUNK_BYTES)).digest('hex')
  expect(chunks[0]!.sha256).toBe(sum)
  expect(chunks[1]!.sha256).toBe(sum)
  expect(await sha256Of(new Uint8Array([2]))).toBe(
    createHash('sha256')
      .update(new Uint8Array([2]))
      .digest('hex'),
  )
  expect(await cutIntoChunks(new Uint8Array(CHUNK_BYTES))).toHaveLength(1)
  expect(await cutIntoChunks(new Uint8Array(0))).toEqual([])
})

test('a request about a file carries the session; a refusal and a missing answer are told apart', async () => {
  const ends: string[] = []
  whenSessionEnds(({ code }) => ends.push(code))
  const ask = () => exchange('/api/file/one', { method: 'GET', headers: { 'x-more': '1' } })
  expect((await ask()).ok).toBe(true)
  const headers = new Headers(sent[0]!.init.headers)
  expect([headers.get('authorization'), headers.get('x-more')]).toEqual(['Bearer token-of-asha', '1'])
  expect(reached).toEqual([])
  answer = () => refusal(404, 'not_found')
  await expect(ask()).rejects.toBeInstanceOf(ApiError)
  expect(ends).toEqual([])
  answer = () => new Response('<html>', { status: 502 })
  await expect(ask()).rejects.toBeInstanceOf(OfflineError)
  answer = () => refusal(403, 'signed_out')
  await expect(ask()).rejects.toMatchObject({ status: 403 })
  expect(ends).toEqual(['signed_out'])
  setSession(undefined)
  await expect(ask()).rejects.toMatchObject({ status: 403 })
  expect(ends).toEqual(['signed_out'])
  answer = () => Promise.reject(new TypeError('no network'))
  await expect(ask()).rejects.toBeInstanceOf(OfflineError)
  expect(reached).toEqual([false])
})

test('a small file is one form with its fields before its bytes; a larger one goes in pieces', async () => {
  const asked: { url: string; form: FormData | undefined }[] = []
  const upload = createUpload(async (url, { body: given }) => {
    asked.push({ url, form: given instanceof FormData ? given : undefined })
    return new Response(JSON.stringify({ result: { kept: true, missing: [] } }))
  })
  await upload('id-1', body(CHUNK_BYTES))
  const { form } = asked[0]!
  expect([...form!.keys()]).toEqual(['id', 'purpose', 'owner_id', 'file'])
  expect([form!.get('id'), form!.get('purpose'), form!.get('owner_id')]).toEqual([
    'id-1',
    'report_image',
    studyId(1),
  ])
  expect((form!.get('file') as File).size).toBe(CHUNK_BYTES)
  await upload('id-2', body(3, { owner: undefined }))
  expect([...asked[1]!.form!.keys()]).toEqual(['id', 'purpose', 'file'])
  await upload('id-3', body(CHUNK_BYTES + 1)).catch(() => undefined)
  expect(asked[2]!.form).toBeUndefined()
  expect(asked[2]!.url).not.toBe(asked[0]!.url)
})

test('a file is sent under a name that tells its kind alone', () => {
  expect(nameOf({ type: 'application/pdf' })).toBe('document.pdf')
  expect(nameOf({ type: 'image/avif' })).toBe('picture.jpg')
})

test('a file is read by its id or by a link, with the type that the server gives it', async () => {
  answer = () => new Response(new Uint8Array([1, 2]), { headers: { 'content-type': 'image/webp' } })
  expect(await downloadFile('one')).toEqual({
    bytes: new Uint8Array([1, 2]),
    type: 'image/webp',
    purpose: '',
  })
  await downloadFile('/api/file/two?signed')
  expect(sent.map(({ url }) => url)).toEqual(['/api/file/one', '/api/file/two?signed'])
})

test('files are named by fields of their own and by addresses in texts', () => {
  const [one, two, three] = [studyId(1), studyId(2), studyId(3)]
  expect(
    filesNamedIn({
      file_id: one,
      img_file_ids: [two, 'no id', 7],
      text: `<img src="/api/file/${three}"> and /api/file/${one}`,
      other_id: studyId(9),
      file_idea: studyId(8),
      n: 3,
    }),
  ).toEqual([one, two, three])
})

test('a kept file wakes the sender, and is found before it was sent', async () => {
  const databases = await atDevice()
  const id = await keepFile(new Blob(['abc'], { type: 'image/png' }), 'document', studyId(1))
  expect(woken).toBe(1)
  expect((await databases.work.blobs.get(id))?.rev).toBe(0)
  expect(await findFile(id)).toMatchObject({ type: 'image/png', purpose: 'document' })
  expect(sent).toEqual([])
})

test('a file of the server is fetched once and then here; its last use is noted', async () => {
  const databases = await atDevice()
  answer = () => new Response(new Uint8Array([9]), { headers: { 'content-type': 'image/png' } })
  expect((await findFile('one', '/link')).bytes).toEqual(new Uint8Array([9]))
  expect(sent.map(({ url }) => url)).toEqual(['/link'])
  await databases.cache.files.update('one', { usedAt: 1 })
  expect((await findFile('one')).bytes).toEqual(new Uint8Array([9]))
  expect(sent).toHaveLength(1)
  await waitFor(async () => expect((await databases.cache.files.get('one'))?.usedAt).toBeGreaterThan(1))
  expect((await databases.cache.files.get('one'))?.rev).toBe(0)
  setDevice(undefined)
  await findFile('one')
  expect(sent.at(-1)?.url).toBe('/api/file/one')
})

test('of more than four hundred copies the least recently used go', async () => {
  const databases = await atDevice()
  const rows = await databases.files.sealAll(
    Array.from({ length: 400 }, (_, n) => ({ id: `f${n}`, rev: 0, usedAt: n + 1, body: body(1) })),
  )
  await databases.cache.files.bulkPut(rows.filter(({ id }) => id !== 'f399'))
  await keepCopy(databases, 'new-1', body(1))
  expect(await databases.cache.files.count()).toBe(400)
  await keepCopy(databases, 'new-2', body(1))
  expect(await databases.cache.files.count()).toBe(400)
  expect(await databases.cache.files.get('f0')).toBeUndefined()
  expect(await databases.cache.files.get('f1')).toBeDefined()
  expect(await findLocalFile(databases, 'new-2')).toMatchObject({ type: 'image/png' })
})

test('a copy that cannot be written fails nothing', async () => {
  const databases = await atDevice()
  databases.cache.close()
  await keepCopy(databases, 'one', body(1))
})

test('addresses of a page hold until they are dropped, one or all', () => {
  const revoked: string[] = []
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void revoked.push(address))
  let drops = 0
  onPageAddressesDropped(() => (drops += 1))
  const [one, two] = [makePageAddress(new Blob(['1'])), makePageAddress(new Blob(['2']))]
  expect(one).toMatch(/^blob:/)
  dropPageAddress(one)
  expect(revoked).toEqual([one])
  dropPageAddresses()
  expect(revoked).toEqual([one, two])
  dropPageAddresses()
  expect(revoked).toEqual([one, two])
  expect(drops).toBe(2)
  vi.restoreAllMocks()
})

test('a picture has one address per page, another try after a failure, and a new one after the lock', async () => {
  await atDevice()
  answer = () => Promise.reject(new TypeError('no network'))
  expect(await imageUrlOf('pic')).toBeUndefined()
  answer = () => new Response(new Uint8Array([9]), { headers: { 'content-type': 'image/png' } })
  const [first, second] = await Promise.all([imageUrlOf('pic'), imageUrlOf('pic')])
  expect(first).toMatch(/^blob:/)
  expect(second).toBe(first)
  expect(sent).toHaveLength(2)
  expect(await imageUrlOf('pic')).toBe(first)
  dropPageAddresses()
  expect(await imageUrlOf('pic')).not.toBe(first)
})

/** Puts a file that the server refused, or one that waits. */
async function putFile(
  databases: Awaited<ReturnType<typeof openBare>>,
  id: string,
  command: string,
  owner = studyId(1),
) {
  const refused = command === 'refused' ? { refusal: 'Too large.' } : {}
  await databases.work.blobs.put(
    await databases.blobs.seal({ id, rev: 0, command, body: { ...body(3, { owner }), ...refused } }),
  )
}

test('refused files of a record are listed, sent again on request, and dropped once replaced', async () => {
  const databases = await atDevice()
  await putFile(databases, 'a', 'refused')
  await putFile(databases, 'b', '')
  await putFile(databases, 'c', 'refused', studyId(2))
  const { result } = renderHook(() => useRefusedFiles(studyId(1)))
  expect(result.current).toEqual([])
  await waitFor(() =>
    expect(result.current).toEqual([{ id: 'a', reason: 'Too large.', purpose: 'report_image' }]),
  )
  expect(await waitingFileIds(databases.work)).toEqual(['b'])
  await act(() => retryFiles(['a', 'gone']))
  expect(woken).toBe(1)
  expect((await databases.blobs.find('a'))?.body.refusal).toBeUndefined()
  await waitFor(() => expect(result.current).toEqual([]))
  await dropRefusedFile('b')
  await dropRefusedFile('c')
  expect((await databases.work.blobs.toCollection().primaryKeys()).toSorted()).toEqual(['a', 'b'])
})

test('a file of a restored server is sent again from its copy, unless it waits or its purpose is not known', async () => {
  const databases = await atDevice()
  await keepCopy(databases, 'a', body(1))
  await keepCopy(databases, 'b', body(1, { purpose: '' }))
  await putFile(databases, 'w', 'refused')
  await sendFilesAgain(databases, ['a', 'b', 'w', 'nowhere'])
  expect((await databases.work.blobs.toArray()).map(({ id, command }) => [id, command])).toEqual([
    ['a', ''],
    ['w', 'refused'],
  ])
  expect((await databases.work.blobs.get('a'))?.rev).toBe(0)
})

test('waiting files are sent in turn: a final refusal stays, a passing one waits, and the end of the session stops all', async () => {
  const databases = await atDevice()
  for (const id of ['a', 'b', 'c', 'd']) await putFile(databases, id, '')
  const tried: string[] = []
  const fault: Record<string, unknown> = {
    a: new ApiError(413, { code: 'too_large', message: 'Too large.' }),
    b: new ApiError(429, { code: 'slow_down' as never, message: 'Later.' }),
    d: new ApiError(503, { code: 'unavailable', message: 'Down.' }),
  }
  const upload = async (id: string) => {
    tried.push(id)
    if (fault[id]) throw fault[id]
  }
  expect(await sendWaitingFiles(databases, upload)).toEqual({ hasMoved: true, stoppedBy: fault.d })
  expect(tried).toEqual(['a', 'b', 'c', 'd'])
  expect((await databases.blobs.find('a'))?.body.refusal).toBe('Too large.')
  expect(await waitingFileIds(databases.work)).toEqual(['b', 'd'])
  expect(await findLocalFile(databases, 'c')).toBeDefined()
  fault.b = new OfflineError()
  expect(await sendWaitingFiles(databases, upload)).toEqual({ hasMoved: false, stoppedBy: fault.b })
  fault.b = new ApiError(403, { code: 'signed_out', message: 'Over.' })
  expect(await sendWaitingFiles(databases, upload)).toMatchObject({ hasMoved: false, stoppedBy: fault.b })
  fault.b = fault.d = undefined
  expect(await sendWaitingFiles(databases, upload)).toEqual({ hasMoved: true })
  expect(await sendWaitingFiles(databases, upload)).toEqual({ hasMoved: false })
})

test('files are sent by one run at a time, and by the next one after a failure', async () => {
  const databases = await atDevice()
  await putFile(databases, 'a', '')
  let end: (() => void) | undefined
  const send = sendFilesInTurn(databases, () => new Promise((done) => (end = done)))
  const first = send()
  await waitFor(() => expect(end).toBeDefined())
  expect(await send()).toEqual({ hasMoved: false })
  end!()
  expect(await first).toEqual({ hasMoved: true })
  expect(await send()).toEqual({ hasMoved: false })
  await putFile(databases, 'b', '')
  end = undefined
  const again = send()
  await waitFor(() => expect(end).toBeDefined())
  end!()
  expect(await again).toEqual({ hasMoved: true })
})

test('the sender is woken when a file arrived, and once after a pause when the network failed', async () => {
  vi.useFakeTimers()
  const errors: unknown[] = []
  let told: unknown = { hasMoved: true }
  const ahead = createFilesAhead(
    {
      send: async () => {
        if (told instanceof TypeError) throw told
        return told as never
      },
      random: () => 1,
      onError: (error) => errors.push(error),
    },
    { wake: () => (woken += 1) },
  )
  const { signal } = new AbortController()
  await ahead(signal)
  expect(woken).toBe(1)
  told = { hasMoved: false, stoppedBy: new OfflineError() }
  const [one, two] = [ahead(signal), ahead(signal)]
  await vi.advanceTimersByTimeAsync(0)
  expect(woken).toBe(1)
  await vi.advanceTimersByTimeAsync(600_000)
  await Promise.all([one, two])
  expect(woken).toBe(2)
  told = { hasMoved: false, stoppedBy: new ApiError(403, { code: 'signed_out', message: 'Over.' }) }
  await ahead(signal)
  told = { hasMoved: false }
  await ahead(signal)
  expect(woken).toBe(2)
  told = new TypeError('broken')
  await ahead(signal)
  expect(errors).toEqual([told])
  vi.useRealTimers()
})
