import { expect, test } from 'vitest'
import { sealedContext } from '#contract/calls/delivery.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { openSealed, SealBrokenError } from '#contract/kernel/sealed-envelope.ts'
import { makeDeviceKey, signText } from '#src/sync/sealed/device-key.ts'
import { createCommandSealer } from '#src/sync/sealed/seal-command.ts'
import { openBare } from '../support/test-page.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const COMMAND = { id: '01970000-0000-7000-8000-000000000001', call: 'saveReport', version: 1 } as const

async function serverKey() {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  return { pair, key: toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))) }
}

test('an input is sealed for the key that the server has now, and opens for its own command only', async () => {
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

test('the device key comes back from the database able to sign, and nothing reads its bytes', async () => {
  const { work, close } = await openBare()
  await work.keys.put({ id: 'device', ...(await makeDeviceKey()) })
  const kept = await work.keys.get('device')
  if (kept?.id !== 'device') throw new Error('the key was not kept')
  await expect(crypto.subtle.exportKey('pkcs8', kept.signing)).rejects.toThrow()
  const signature = fromBase64(await signText(kept.signing, 'text'))
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
