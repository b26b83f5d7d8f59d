import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { openDatabases } from '#src/db/open-databases.ts'
import { importDataKey, mintDataKey, rowKey } from '#src/db/sealing/data-key.ts'
import { createRecordCodec } from '#src/db/sealing/record-codec.ts'
import { findPreference, keepPreference } from '#src/sync/preferences/preference.ts'

async function openVault(userId: string) {
  const { id, raw } = mintDataKey()
  const key = await rowKey(await importDataKey(id, raw))
  return openDatabases(userId, { codec: createRecordCodec(() => key) })
}

test('a choice is stored sealed in the person’s vault and for that person only', async () => {
  const [asha, ravi] = [await openVault('asha'), await openVault('ravi')]
  await keepPreference('dictation_language', 'it-IT', asha)
  await keepPreference('dictation_language', 'es-PA', asha)
  expect(await findPreference('dictation_language', asha)).toBe('es-PA')
  expect(await findPreference('dictation_language', ravi)).toBeUndefined()
  const [row] = await asha.work.session.toArray()
  expect(row?.e).toBeInstanceOf(Uint8Array)
  expect(Buffer.from(row?.e as Uint8Array).toString('latin1')).not.toContain('es-PA')
  asha.close()
  ravi.close()
})

test('without a vault a choice is not stored, and nothing fails', async () => {
  await keepPreference('dictation_language', 'it-IT', undefined)
  expect(await findPreference('dictation_language', undefined)).toBeUndefined()
})

test('a withdrawn choice is deleted completely', async () => {
  const asha = await openVault('forgetful')
  await keepPreference('comment:one:Normal', 'Half a word', asha)
  await keepPreference('comment:one:Normal', undefined, asha)
  expect(await findPreference('comment:one:Normal', asha)).toBeUndefined()
  expect(await asha.work.session.count()).toBe(0)
  asha.close()
})
