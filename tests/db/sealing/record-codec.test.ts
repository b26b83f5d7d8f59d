import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importDataKey, mintDataKey, rowKey } from '#src/db/sealing/data-key.ts'
import { createKeySlot, VaultClosedError } from '#src/db/sealing/key-slot.ts'
import { pack, unpack } from '#src/db/sealing/pack.ts'
import { unwrapByPassword, wrapByPassword } from '#src/db/sealing/password-wrap.ts'
import { createRecordCodec, RowBrokenError } from '#src/db/sealing/record-codec.ts'

const newDataKey = async () => {
  const { id, raw } = mintDataKey()
  return importDataKey(id, raw)
}
const codecOf = async () => {
  const key = await rowKey(await newDataKey())
  return createRecordCodec(() => key)
}
const place = { database: 'readroom-work-one', table: 'drafts', id: 'a' }

test('any row is the same after sealing and opening', async () => {
  const codec = await codecOf()
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.uint8Array(), async (drawn, drawnBytes) => {
      const json: unknown = JSON.parse(JSON.stringify(drawn))
      const bytes = new Uint8Array(drawnBytes)
      for (const value of [{ json }, { json, bytes, inside: [{ again: bytes }] }])
        expect(await codec.open(place, await codec.seal(place, value))).toEqual(value)
    }),
  )
})

test('a field named like our own mark for bytes is kept unchanged, and refused beside bytes', () => {
  const value = { $bytes: [0, 1], deep: { $bytes: 'text' } }
  expect(unpack(pack(value))).toEqual(value)
  expect(() => pack({ ...value, bytes: new Uint8Array([7]) })).toThrow('cannot be kept')
})

test('bytes inside a larger buffer are packed alone', () => {
  const whole = new Uint8Array([1, 2, 3, 4, 5])
  expect(unpack(pack({ part: whole.subarray(1, 3) }))).toEqual({ part: new Uint8Array([2, 3]) })
})

test('a sealed row holds no readable word', async () => {
  const codec = await codecOf()
  const sealed = (await codec.seal(place, { pat_name: 'Asha Kulkarni' })) as Uint8Array
  expect(Buffer.from(sealed).toString('latin1')).not.toContain('Asha')
})

test.each([
  ['table', { ...place, table: 'blobs' }],
  ['database', { ...place, database: 'readroom-cache-one' }],
  ['id', { ...place, id: 'b' }],
])('a row that was moved to another %s does not open', async (_, elsewhere) => {
  const codec = await codecOf()
  const sealed = await codec.seal(place, 'text')
  await expect(codec.open(elsewhere, sealed)).rejects.toThrow(RowBrokenError)
})

test('a row with one flipped bit does not open, and neither does one that was never sealed', async () => {
  const codec = await codecOf()
  const sealed = (await codec.seal(place, 'text')) as Uint8Array
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Uint8Array.from(sealed)
    altered[at]! ^= 1
    await expect(codec.open(place, altered)).rejects.toThrow(RowBrokenError)
  }
  await expect(codec.open(place, { open: 'text' })).rejects.toThrow(RowBrokenError)
})

test('the same text sealed twice looks different each time', async () => {
  const codec = await codecOf()
  const [one, other] = [await codec.seal(place, 'text'), await codec.seal(place, 'text')]
  expect(one).not.toEqual(other)
})

test('a data key opens with the password that wraps it and with no other', async () => {
  const { id, raw } = mintDataKey()
  const wrap = await wrapByPassword(id, raw, 'Readroom#2026')
  expect(wrap.iterations).toBe(600_000)
  expect(await unwrapByPassword(wrap, 'Readroom#2026')).toEqual(raw)
  expect(await unwrapByPassword(wrap, 'Readroom#2027')).toBeUndefined()
  expect(await unwrapByPassword({ ...wrap, keyId: mintDataKey().id }, 'Readroom#2026')).toBeUndefined()
})

test('a password typed with composed or decomposed letters is the same', async () => {
  const { id, raw } = mintDataKey()
  const wrap = await wrapByPassword(id, raw, 'caf\u00e9')
  expect(await unwrapByPassword(wrap, 'cafe\u0301')).toEqual(raw)
})

test('the bytes of a key cannot be read from memory', async () => {
  const { root } = await newDataKey()
  expect(root.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', root)).rejects.toThrow()
})

test('a read of a row while the vault is locked waits for the key, and is notified of the end', async () => {
  const slot = createKeySlot()
  const codec = createRecordCodec(slot.key)
  await slot.put(await newDataKey())
  const sealed = await codec.seal(place, 'text')
  const dataKey = slot.dataKey()!
  slot.drop()
  expect(slot.dataKey()).toBeUndefined()
  let opened: unknown
  const opening = codec.open(place, sealed).then((value) => {
    opened = value
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(opened).toBeUndefined()
  await slot.put(dataKey)
  await opening
  expect(opened).toBe('text')

  slot.drop()
  const late = codec.open(place, sealed)
  slot.close()
  await expect(late).rejects.toThrow(VaultClosedError)
  await expect(codec.seal(place, 'after')).rejects.toThrow(VaultClosedError)
})
