import { expect, test } from 'vitest'
import { sealedContext } from '#contract/calls/delivery.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { openSealed, SealBrokenError } from '#contract/kernel/sealed-envelope.ts'
import { importDataKey } from '#src/db/sealing/data-key.ts'
import { makeDeviceKey, openDeviceKey, signText } from '#src/sync/sealed/device-key.ts'
import { createCommandSealer } from '#src/sync/sealed/seal-command.ts'
import { TEST_DATA_KEY } from '#tests/helpers/device/test-data-key.ts'
import { openBare } from '../support/test-page.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const COMMAND = { id: '01970000-0000-7000-8000-000000000001', call: 'saveReport', version: 1 } as const

async function serverKey() {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  return { pair, key: toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))) }
}

test('an input is sealed with the server’s current key and opens for its own command only', async () => {
  const { work, close } = await openBare()
  const seal = createCommandSealer(work)
  expect(await seal(COMMAND, { text: 'one' })).toEqual({ sealed: null })
  for (const keyId of ['first', 'second']) {
    const { pair, key } = await serverKey()
    await work.keys.put({ id: 'server', keyId, key })
    const part = await seal(COMMAND, { text: keyId })
    expect(part.sealedKeyId).toBe(keyId)
    const opened = await openSealed(pair.privateKey, part.sealed!, sealedContext(COMMAND))
    expect(JSON.parse(new TextDecoder().decode(opened))).toEqual({ text: keyId })
    const other = sealedContext({ ...COMMAND, version: 2 })
    await expect(openSealed(pair.privateKey, part.sealed!, other)).rejects.toThrow(SealBrokenError)
  }
  close()
})

test('the device key is stored sealed, opens with the data key alone, and its bytes are not readable', async () => {
  const { work, close } = await openBare()
  await work.keys.put(await makeDeviceKey(TEST_DATA_KEY))
  const rows = await work.keys.toArray()
  const usable = rows.flatMap((row) => Object.values(row)).filter((value) => value instanceof CryptoKey)
  expect(usable).toEqual([])
  const kept = await work.keys.get('signer')
  if (kept?.id !== 'signer') throw new Error('the key was not kept')
  const other = await importDataKey('other', new Uint8Array(32).fill(8))
  await expect(openDeviceKey(other, kept)).rejects.toThrow()
  const signing = await openDeviceKey(TEST_DATA_KEY, kept)
  await expect(crypto.subtle.exportKey('pkcs8', signing)).rejects.toThrow()
  const signature = fromBase64(await signText(signing, 'text'))
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const verifier = await crypto.subtle.importKey('raw', fromBase64(kept.publicKey), algorithm, false, [
    'verify',
  ])
  const verify = (text: string) =>
    crypto.subtle.verify(
      { ...algorithm, hash: 'SHA-256' },
      verifier,
      signature,
      new TextEncoder().encode(text),
    )
  expect([await verify('text'), await verify('texts')]).toEqual([true, false])
  close()
})
