import { expect, test } from 'vitest'
import { importDataKey, mintDataKey, rowKey } from '#src/db/sealing/data-key.ts'
import { kioskCodec, mintKioskKey } from '#src/db/sealing/kiosk-key.ts'
import { createRecordCodec, RowBrokenError } from '#src/db/sealing/record-codec.ts'

const newVaultKey = async () => {
  const { id, raw } = mintDataKey()
  return rowKey(await importDataKey(id, raw))
}
const place = { database: 'readroom-work-one', table: 'session', id: 'handed-form' }
const FORM = { name: 'Asha Pillai', height: '164', strokes: [{ points: [{ x: 1, y: 2 }] }] }

test('data sealed by a kiosk key opens with it and with the vault, and none of it is readable', async () => {
  const vaultKey = await newVaultKey()
  const codec = kioskCodec(await mintKioskKey(vaultKey))
  const sealed = (await codec.seal(place, FORM)) as Uint8Array
  expect(await codec.open(place, sealed)).toEqual(FORM)
  expect(await createRecordCodec(() => vaultKey).open(place, sealed)).toEqual(FORM)
  expect(new TextDecoder('latin1').decode(sealed)).not.toContain('Pillai')
})

test('it opens nowhere else, with no other vault, and not after a change', async () => {
  const vaultKey = await newVaultKey()
  const codec = kioskCodec(await mintKioskKey(vaultKey))
  const sealed = (await codec.seal(place, FORM)) as Uint8Array<ArrayBuffer>
  const open = (key: CryptoKey, at = place, bytes = sealed) => createRecordCodec(() => key).open(at, bytes)
  await expect(open(vaultKey, { ...place, id: 'other' })).rejects.toThrow(RowBrokenError)
  await expect(open(await newVaultKey())).rejects.toThrow(RowBrokenError)
  const altered = sealed.slice()
  altered[altered.length - 1]! ^= 1
  await expect(open(vaultKey, place, altered)).rejects.toThrow(RowBrokenError)
})

test('a kiosk key opens no row of the vault, and no data sealed by another one', async () => {
  const vaultKey = await newVaultKey()
  const codec = kioskCodec(await mintKioskKey(vaultKey))
  const ofVault = await createRecordCodec(() => vaultKey).seal(place, FORM)
  await expect(codec.open(place, ofVault)).rejects.toThrow()
  const ofOther = await kioskCodec(await mintKioskKey(vaultKey)).seal(place, FORM)
  await expect(codec.open(place, ofOther)).rejects.toThrow()
})
