// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { delegationText, signedText } from '#contract/calls/delivery.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import type { ErrorCode } from '#contract/kernel/error-codes.ts'
import { hashOfSealed } from '#contract/kernel/sealed-envelope.ts'
import { importDataKey } from '#src/db/sealing/data-key.ts'
import type { OutboxRow, VaultTerms } from '#src/db/work-database.ts'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import { makeDeviceKey } from '#src/sync/sealed/device-key.ts'
import { collectSealed, NotRegisteredError } from '#src/sync/sealed/export-sealed.ts'
import { importFile } from '#src/sync/sealed/import-sealed.ts'
import { isHeld, sealWaiting } from '#src/sync/sealed/seal-waiting.ts'
import { sealedTransport } from '#src/sync/sealed/sealed-transport.ts'
import { createCommandSigner, delegateSigner, findSignerRow } from '#src/sync/sealed/sign-command.ts'
import { findTerms, isSealed, travelling } from '#src/sync/sealed/travelling.ts'
import { wipeCopies } from '#src/sync/sealed/wipe-copies.ts'
import { TEST_DATA_KEY } from '#tests/helpers/device/test-data-key.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { CLIENT, DOCTOR } from '../support/rows.ts'
import { newUser, openBare, withStudy } from '../support/test-page.ts'

const idOf = (n: number) => `01994000-0000-7000-8000-${String(n).padStart(12, '0')}`
const USER = newUser()
const TERMS: VaultTerms = {
  id: 'terms',
  clientId: CLIENT,
  userId: USER,
  deviceId: DOCTOR,
  deviceName: 'Desk 1',
  vaultDays: 14,
}
const SEALED = new Uint8Array([1, 2, 3])
/** A command that can be sent without a session. */
const sealedRow = (seq: number, change: Partial<OutboxRow> = {}) =>
  outboxRow(seq, {
    id: idOf(seq),
    aggregate: `study:${seq}`,
    sealed: SEALED,
    sealedKeyId: 'one',
    signature: 'c2lnbmVk',
    ...change,
  })

test('a command travels once it is sealed for a key and signed', () => {
  const part = { sealed: SEALED, sealedKeyId: 'one', signature: 'x' }
  expect(isSealed(part)).toBe(true)
  expect(isSealed({ ...part, sealed: null })).toBe(false)
  expect(isSealed({ ...part, sealedKeyId: undefined })).toBe(false)
  expect(isSealed({ ...part, signature: undefined })).toBe(false)
})

test('a command travels with what was before it in its delivery, and what its row says', () => {
  const delegation = { call: 'consent/sign', record: idOf(9), at: 'now', key: 'k', signature: 's' }
  const items = travelling(TERMS, [
    sealedRow(1, { aggregate: 'study:1' }),
    sealedRow(2, { aggregate: 'study:1' }),
    sealedRow(3, { sealed: null }),
    sealedRow(4, { aggregate: 'study:1', isOffline: true, skewMs: 40, supersedes: [idOf(8)] }),
    sealedRow(5, { after: [idOf(1), idOf(2)], delegation }),
    sealedRow(6, { base: { rev: 3 } as never }),
  ])
  expect(items.map(({ id }) => id)).toEqual([1, 2, 4, 5, 6].map(idOf))
  expect(items.map(({ after }) => after)).toEqual([undefined, idOf(1), idOf(2), idOf(2), undefined])
  expect(items[2]).toMatchObject({ made_offline: true, skew_ms: 40, supersedes: [idOf(8)] })
  expect(items[0]).toEqual({
    id: idOf(1),
    client_id: CLIENT,
    user_id: USER,
    call: 'saveReport',
    version: 1,
    depends: [],
    at: '1970-01-01T00:00:00.000Z',
    seq: 1,
    key_id: 'one',
    sealed: toBase64(SEALED),
    signature: 'c2lnbmVk',
  })
  expect(items[3]).toMatchObject({ delegation })
  expect(items[4]).toMatchObject({ base: { rev: 3 } })
})

test('the terms of a device that was never registered are not found', async () => {
  const { work, close } = await openBare()
  expect(await findTerms(work)).toBeUndefined()
  expect(await findSignerRow(work)).toBeUndefined()
  await work.keys.put(TERMS)
  expect(await findTerms(work)).toEqual(TERMS)
  await expect(collectSealed((await openBare()).work, 1)).rejects.toMatchObject({
    name: 'NotRegisteredError',
  })
  expect(new NotRegisteredError().message).toContain('Sign in once')
  close()
})

interface Asked {
  ids: string[]
  device: string
}
/** A server of sealed deliveries that a test scripts; records what it is asked. */
function door(answer: (ids: string[]) => unknown) {
  const asked: Asked[] = []
  const call = async (_: unknown, { items, device_id }: { items: { id: string }[]; device_id: string }) => {
    const ids = items.map(({ id }) => id)
    asked.push({ ids, device: device_id })
    return { answers: answer(ids) }
  }
  return { asked, call: call as never }
}
const done = (id: string) => ({ id, status: 200, replayed: false, pos: 1 })
const refusal = (status: number, code: ErrorCode) => new ApiError(status, { code, message: 'no' })

async function deliver(given: OutboxRow[], call: never) {
  const { work, close } = await openBare()
  const rows = given.map((row): OutboxRow => ({ ...row, state: 'sending', claim: 7, isOffline: true }))
  await work.outbox.bulkPut(rows)
  const told: string[] = []
  const lane = sealedTransport(work, TERMS, {
    call,
    now: () => 5_000,
    random: () => 0,
    onEffect: () => told.push('effect'),
    onRevoked: ({ userId }: VaultTerms) => told.push(`revoked ${userId}`),
  } as never)
  const outcomes = await lane.deliver(rows, new AbortController().signal)
  const after = await work.outbox.bulkGet(rows.map(({ id }) => id))
  close()
  return { outcomes: outcomes.map(({ kind }) => kind), told, after, lane }
}

test('a delivery names its device, and each answer reaches its own command', async () => {
  const { call, asked } = door(([one, two, three]) => [
    done(three!),
    { id: two, status: 422, replayed: false, code: 'not_permitted' },
    done(one!),
  ])
  const { outcomes, after, told, lane } = await deliver(
    [1, 2, 3].map((n) => sealedRow(n)),
    call,
  )
  expect(asked).toEqual([{ ids: [1, 2, 3].map(idOf), device: DOCTOR }])
  expect(outcomes).toEqual(['acked', 'parked', 'acked'])
  expect(after.map((row) => row?.state)).toEqual(['acked', 'parked', 'acked'])
  expect(told).toEqual(['effect'])
  expect([lane.carries(sealedRow(1)), lane.carries(outboxRow(1))]).toEqual([true, false])
})

test('a command without an answer is not refused, and nothing took effect', async () => {
  const { outcomes, after, told } = await deliver([sealedRow(1), sealedRow(2)], door(() => []).call)
  expect(outcomes).toEqual(['again', 'again'])
  expect(after.map((row) => row?.state)).toEqual(['waiting', 'waiting'])
  expect(told).toEqual([])
})

test('a refused delivery is halved until the command that is at fault is alone', async () => {
  const { call, asked } = door((ids) => {
    if (ids.includes(idOf(2))) throw refusal(422, 'invalid_input' as ErrorCode)
    return ids.map(done)
  })
  const { outcomes } = await deliver(
    [1, 2, 3, 4, 5].map((n) => sealedRow(n)),
    call,
  )
  expect(outcomes).toEqual(['acked', 'parked', 'acked', 'acked', 'acked'])
  expect(asked.map(({ ids }) => ids.map((id) => Number(id.slice(-2))))).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3],
    [1, 2],
    [1],
    [2],
    [3],
    [4, 5],
  ])
})

test('a server that is away is asked once for the whole delivery', async () => {
  const { call, asked } = door(() => {
    throw new OfflineError()
  })
  expect((await deliver([sealedRow(1), sealedRow(2)], call)).outcomes).toEqual(['again', 'again'])
  expect(asked).toHaveLength(1)
})

test('only a revoked device has its copies wiped', async () => {
  const code = (code: string) => door((ids) => ids.map((id) => ({ id, status: 403, replayed: false, code })))
  expect((await deliver([sealedRow(1)], code('device_revoked').call)).told).toEqual([`revoked ${USER}`])
  expect((await deliver([sealedRow(1)], code('bad_signature').call)).told).toEqual([])
})

test('an edit that ran as another command is left to the page of its author', async () => {
  const { call } = door((ids) => ids.map((id) => ({ ...done(id), ran: idOf(7) })))
  const { after, told } = await deliver([sealedRow(1)], call)
  expect(after[0]).toMatchObject({ state: 'waiting', sealed: null, lastError: { kind: 'session' } })
  expect(told).toEqual([])
})

const verifies = async (publicKey: string, signature: string, text: string) => {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('raw', fromBase64(publicKey), curve, false, ['verify'])
  return crypto.subtle.verify(
    { ...curve, hash: 'SHA-256' },
    key,
    fromBase64(signature),
    new TextEncoder().encode(text),
  )
}
const wireTextOf = async (row: OutboxRow) => {
  const [item] = travelling(TERMS, [row])
  const { sealed: _, signature: __, ...header } = item!
  return signedText(DOCTOR, header, await hashOfSealed(row.sealed!))
}

test('a command is signed as it travels, once the device has a key and the vault is open', async () => {
  const { work, close } = await openBare()
  let key: typeof TEST_DATA_KEY | undefined = TEST_DATA_KEY
  const sign = createCommandSigner(work, () => key)
  const row = sealedRow(1, { supersedes: [idOf(8)], skewMs: 7 })
  expect((await sign(row)).signature).toBeUndefined()
  const device = await makeDeviceKey(TEST_DATA_KEY)
  await work.keys.put(device)
  expect((await sign(row)).signature).toBeUndefined()
  await work.keys.put(TERMS)
  const { signature, signedBy, delegation } = await sign(row)
  expect([signedBy, delegation]).toEqual([device.publicKey, undefined])
  expect(await verifies(device.publicKey, signature!, await wireTextOf(row))).toBe(true)
  expect((await sign({ ...row, sealed: null })).signature).toBeUndefined()
  expect((await sign({ ...row, sealedKeyId: undefined })).signature).toBeUndefined()
  // A new key of the device signs from its writing on.
  const next = await makeDeviceKey(TEST_DATA_KEY)
  await work.keys.put(next)
  expect((await sign(row)).signedBy).toBe(next.publicKey)
  key = undefined
  expect((await sign(row)).signature).toBeUndefined()
  close()
})

test('a key that could not be opened once is opened again by the next command', async () => {
  const { work, close } = await openBare()
  const other = await importDataKey('other', new Uint8Array(32).fill(8))
  const broken = await makeDeviceKey(other)
  await work.keys.bulkPut([broken, TERMS])
  const whole = await makeDeviceKey(TEST_DATA_KEY)
  const sign = createCommandSigner(work, () => TEST_DATA_KEY)
  await expect(sign(sealedRow(1))).rejects.toThrow()
  const realGet = work.keys.bulkGet.bind(work.keys)
  // The table is read again though nothing was written since.
  Object.assign(work.keys, {
    bulkGet: async (ids: string[]) =>
      (await realGet(ids as never)).map((row) => (row?.id === 'signer' ? whole : row)),
  })
  expect((await sign(sealedRow(1))).signedBy).toBe(whole.publicKey)
  close()
})

test('a key that the device delegates signs for it while the vault is locked, and the device vouches for it', async () => {
  const { work, close } = await openBare()
  const lent = { call: 'consent/sign', record: idOf(9), at: '2026-11-21T10:00:00.000Z' } as const
  expect(await delegateSigner(work, TEST_DATA_KEY, lent)).toBeUndefined()
  const device = await makeDeviceKey(TEST_DATA_KEY)
  await work.keys.bulkPut([device, TERMS])
  const sign = await delegateSigner(work, TEST_DATA_KEY, lent)
  const row = sealedRow(1)
  const { signature, signedBy, delegation } = await sign!(row)
  expect(signedBy).toBe(device.publicKey)
  expect(await verifies(delegation!.key, signature!, await wireTextOf(row))).toBe(true)
  const { signature: vouched, ...said } = delegation!
  expect(said).toMatchObject(lent)
  expect(await verifies(device.publicKey, vouched, delegationText(TERMS, said))).toBe(true)
  expect((await sign!({ ...row, sealed: null })).signature).toBeUndefined()
  expect((await sign!({ ...row, sealedKeyId: undefined })).signature).toBeUndefined()
  close()
})

const NEW_KEY = { id: 'server', keyId: 'two', key: 'unused' } as const

test('waiting commands are prepared for the present key, each once, in pages of the queue', async () => {
  const databases = await openBare()
  const { work, close } = databases
  const sealedFor: string[] = []
  const seal = async ({ id }: { id: string }) => {
    sealedFor.push(id)
    return { sealed: SEALED, sealedKeyId: 'two' }
  }
  const sign = async () => ({ signature: 'new', signedBy: 'me', delegation: undefined })
  const many = Array.from({ length: 230 }, (_, n) => outboxRow(n, { id: idOf(n), e: { input: n } }))
  await work.outbox.bulkPut([
    ...many,
    sealedRow(300, { sealedKeyId: 'two' }),
    sealedRow(301, { state: 'acked' }),
    sealedRow(302, { state: 'parked', lastError: { kind: 'session', status: 409, code: 'held', at: 0 } }),
    sealedRow(303, {
      state: 'parked',
      lastError: { kind: 'refused', status: 422, code: 'conflict' } as never,
    }),
  ])
  expect(await sealWaiting(databases, seal as never, sign)).toBe(0)
  await work.keys.put(NEW_KEY)
  expect(await sealWaiting(databases, seal as never, sign)).toBe(231)
  expect(sealedFor.length).toBe(231)
  expect(sealedFor).toContain(idOf(303))
  expect(await work.outbox.get(idOf(0))).toMatchObject({ sealedKeyId: 'two', signature: 'new' })
  expect(await work.outbox.get(idOf(300))).toMatchObject({ signature: 'c2lnbmVk' })
  expect(await sealWaiting(databases, seal as never, sign)).toBe(0)
  // With a key of the device, what another one signed is signed again.
  await work.keys.put({ ...(await makeDeviceKey(TEST_DATA_KEY)), publicKey: 'me' })
  expect(await sealWaiting(databases, seal as never, sign)).toBe(1)
  expect(sealedFor.at(-1)).toBe(idOf(300))
  close()
})

test('a command that moved in the queue while it was sealed is sealed again at the next look', async () => {
  const databases = await openBare()
  const { work, close } = databases
  await work.keys.put(NEW_KEY)
  await work.outbox.put(outboxRow(1, { id: idOf(1) }))
  const seal = async () => {
    await work.outbox.update(idOf(1), { depends: [idOf(5)] })
    return { sealed: SEALED, sealedKeyId: 'two' }
  }
  const sign = async () => ({ signature: 'new', signedBy: 'me', delegation: undefined })
  await sealWaiting(databases, seal, sign)
  expect((await work.outbox.get(idOf(1)))?.sealed).toBeNull()
  await sealWaiting(databases, seal, sign)
  expect((await work.outbox.get(idOf(1)))?.sealed).toEqual(SEALED)
  close()
})

test('a change of the key meanwhile ends the look', async () => {
  const databases = await openBare()
  const { work, close } = databases
  await work.keys.put(NEW_KEY)
  await work.outbox.bulkPut(Array.from({ length: 150 }, (_, n) => outboxRow(n, { id: idOf(n) })))
  const seal = async () => ({ sealed: SEALED, sealedKeyId: 'three' })
  expect(await sealWaiting(databases, seal as never, async () => ({}))).toBe(100)
  close()
})

test('what its author must confirm is held', () => {
  expect(isHeld({ state: 'parked', lastError: { code: 'held' } as never })).toBe(true)
  expect(isHeld({ state: 'parked', lastError: { code: 'conflict' } as never })).toBe(false)
  expect(isHeld({ state: 'waiting', lastError: { code: 'held' } as never })).toBe(false)
  expect(isHeld({ state: 'parked', lastError: undefined })).toBe(false)
})

test('a file leaves out what the server has, what is not sealed, and what names a file that waits here', async () => {
  const { work, close } = await openBare()
  await work.keys.put(TERMS)
  await work.outbox.bulkPut([
    sealedRow(1),
    sealedRow(2, { state: 'acked' }),
    sealedRow(3, { sealed: null }),
    sealedRow(4, { files: ['picture'] }),
    sealedRow(5, { files: ['sent before'] }),
    sealedRow(6, { state: 'parked' }),
  ])
  await work.blobs.put({ id: 'picture', rev: 0, command: '', e: {} })
  const file = await collectSealed(work, 86_400_000)
  expect(file).toMatchObject({
    format: 'readroom-sealed',
    version: 1,
    device_id: DOCTOR,
    exported_at: '1970-01-02T00:00:00.000Z',
  })
  expect(file.items.map(({ id }) => id)).toEqual([1, 5, 6].map(idOf))
  expect(await work.outbox.get(idOf(1))).toMatchObject({ exportedAt: 86_400_000, sentAt: 86_400_000 })
  expect((await work.outbox.get(idOf(4)))?.exportedAt).toBeUndefined()
  close()
})

const fileOf = (count: number) =>
  JSON.stringify({
    format: 'readroom-sealed',
    version: 1,
    device_id: DOCTOR,
    items: travelling(
      TERMS,
      Array.from({ length: count }, (_, n) => sealedRow(n + 1)),
    ),
  })

test('a large file is delivered in parts of fifty', async () => {
  const { call, asked } = door((ids) => ids.map(done))
  expect(await importFile(call, fileOf(101))).toMatchObject({ accepted: 101, refused: [] })
  expect(asked.map(({ ids }) => ids.length)).toEqual([50, 50, 1])
  expect(new Set(asked.flatMap(({ ids }) => ids)).size).toBe(101)
  const exact = door((ids) => ids.map(done))
  await importFile(exact.call, fileOf(50))
  expect(exact.asked).toHaveLength(1)
})

test('each command of a file has its own outcome, and a missing answer is a failure of the server', async () => {
  const { call } = door(([one, two, three, four]) => [
    { id: one, status: 299, replayed: true },
    { id: two, status: 300, replayed: false },
    { id: three, status: 409, replayed: false, code: 'held' },
    { id: four, status: 422, replayed: false, code: 'conflict' },
  ])
  const imported = await importFile(call, fileOf(5))
  expect(imported).toMatchObject({ accepted: 0, known: 1, held: 1 })
  expect(imported.refused.map(({ id }) => id)).toEqual([2, 4, 5].map(idOf))
  expect(imported.refused[0]?.reason).toBe(imported.refused[2]?.reason)
  expect(imported.refused[1]?.reason).not.toBe(imported.refused[0]?.reason)
})

test('the copies of a revoked device are emptied, and its work stays', async () => {
  const databases = await openBare()
  await withStudy(databases)
  await databases.work.outbox.put(sealedRow(1))
  expect(await databases.cache.studies.count()).toBe(1)
  await wipeCopies(databases.userId)
  expect(await databases.cache.studies.count()).toBe(0)
  expect(await databases.work.outbox.count()).toBe(1)
  databases.close()
})
