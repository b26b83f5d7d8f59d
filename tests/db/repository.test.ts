import { expect, test } from 'vitest'
import type { Codec, RowAddress } from '#src/db/codec.ts'
import { openDatabases } from '#src/db/open-databases.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { aDraft, aReport, aStudy } from '#tests/sync/support/rows.ts'
import { newUser } from '#tests/sync/support/test-page.ts'

/** A codec with the properties of encryption: asynchronous, bound to its place, unreadable. */
function secretCodec() {
  const places: RowAddress[] = []
  const codec: Codec = {
    seal: async (place, value) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      places.push(place)
      return Buffer.from(JSON.stringify({ place, value })).toString('base64')
    },
    open: async (place, sealed) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      const opened = JSON.parse(Buffer.from(sealed as string, 'base64').toString()) as {
        place: RowAddress
        value: unknown
      }
      expect(opened.place).toEqual(place)
      return opened.value
    },
  }
  return { codec, places }
}

test('with a real codec no patient or text is stored readable, and everything opens again', async () => {
  const { codec } = secretCodec()
  const databases = await openDatabases(newUser(), { codec })
  const secrets = ['Secret Patient', 'SECRET-ID', 'secret words of the text', 'Secret label']
  await keepConfirmed(databases, {
    study: aStudy({ pat_name: secrets[0]!, pat_id: secrets[1]! }),
    reports: [aReport({ report_data: secrets[2]! })],
  })
  const desk = {
    userId: 'u',
    name: () => 'Dr One',
    now: () => 1_000,
    writer: 'page',
    isOnline: () => true,
    seal: async () => ({ sealed: null }),
    sign: async () => ({}),
  }
  const id = await saveDraftIn(
    databases,
    desk,
    aDraft(secrets[2]!, { base_rev: 1 }),
    'Draft',
    () => secrets[3]!,
  )
  const stored = await Promise.all(
    [...databases.work.tables, ...databases.cache.tables].map((table) => table.toArray()),
  )
  for (const secret of secrets) expect(JSON.stringify(stored)).not.toContain(secret)
  expect((await databases.studies.find(aStudy().id))?.body.pat_name).toBe(secrets[0])
  expect((await databases.outbox.find(id))?.body).toMatchObject({ label: secrets[3] })
  expect((await databases.drafts.find(aReport().id))?.body.report_data).toContain(secrets[2])
  databases.close()
})

test('each row is sealed to its place', async () => {
  const { codec, places } = secretCodec()
  const databases = await openDatabases(newUser(), { codec })
  await keepConfirmed(databases, { study: aStudy() })
  expect(places).toContainEqual({ database: databases.cache.name, table: 'studies', id: aStudy().id })
  databases.close()
})
