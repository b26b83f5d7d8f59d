import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { CacheDatabase, cacheName } from '#src/db/cache-database.ts'
import { DatabaseUnavailableError, openDatabases } from '#src/db/open-databases.ts'
import { WorkDatabase } from '#src/db/work-database.ts'
import { plainCodec } from '#tests/helpers/device/plain-codec.ts'
import { newUser } from '#tests/sync/support/test-page.ts'

const options = { codec: plainCodec, blockedWaitMs: 50 }

/** The next build's work database. */
class NextWorkDatabase extends Dexie {
  constructor(userId: string) {
    super(`readroom-work-${userId}`)
    this.version(5).stores({ outbox: 'id, &seq, state, aggregate, record' })
    this.version(6).stores({ outbox: 'id, &seq, state, aggregate, record, nextAt' })
  }
}

test('an old tab closes its database when a newer build opens, and is notified', async () => {
  const userId = newUser()
  let isTold = false
  const old = await openDatabases(userId, { ...options, onOutdated: () => (isTold = true) })
  const next = new NextWorkDatabase(userId)
  await next.open()
  expect(isTold).toBe(true)
  expect(old.work.isOpen()).toBe(false)
  expect(old.cache.isOpen()).toBe(false)
  next.close()
})

test('a page older than the databases shows that it must be reloaded', async () => {
  const userId = newUser()
  const next = new NextWorkDatabase(userId)
  await next.open()
  next.close()
  const opening = openDatabases(userId, options)
  await expect(opening).rejects.toThrow(DatabaseUnavailableError)
  await expect(opening).rejects.toThrow(/newer version/)
})

test('a tab that does not close its database delays a newer build only for a limited time', async () => {
  const userId = newUser()
  const stubborn = new Dexie(`readroom-work-${userId}`)
  stubborn.version(0.1).stores({ outbox: 'id' })
  stubborn.on('versionchange', () => false)
  await stubborn.open()
  await expect(openDatabases(userId, options)).rejects.toThrow(/Close the other tabs/)
  stubborn.close()
})

test('copies that cannot be opened are rebuilt, and the work is unchanged', async () => {
  const userId = newUser()
  const before = await openDatabases(userId, options)
  await before.work.meta.put({ id: 'seq', value: 7 })
  before.close()
  // A cache whose tables have another key cannot be upgraded.
  await Dexie.delete(cacheName(userId))
  const broken = new Dexie(cacheName(userId))
  broken.version(0.5).stores({ studies: 'other' })
  await broken.open()
  broken.close()
  const after = await openDatabases(userId, options)
  expect(await after.cache.studies.count()).toBe(0)
  expect((await after.work.meta.get('seq'))?.value).toBe(7)
  after.close()
})

test('work is written with strict durability, copies do not wait for the disk', () => {
  const durability = (database: Dexie) =>
    (database as unknown as { _options: { chromeTransactionDurability?: string } })._options
      .chromeTransactionDurability
  expect(durability(new WorkDatabase('x'))).toBe('strict')
  expect(durability(new CacheDatabase('x'))).not.toBe('strict')
})

test('a released version of the tables is never edited', () => {
  const stores = (database: Dexie) =>
    Object.fromEntries(
      database.tables.map(({ name, schema }) => [
        name,
        [schema.primKey.src, ...schema.indexes.map(({ src }) => src)].join(', '),
      ]),
    )
  // Not released yet: until then this changes with the tables; afterwards a change is a new version with its own
  // line.
  expect({
    work: stores(new WorkDatabase('x')),
    cache: stores(new CacheDatabase('x')),
  }).toMatchInlineSnapshot(`
    {
      "cache": {
        "addenda": "id, study, scope",
        "answers": "id",
        "bookingRequests": "id, at, scope",
        "booklets": "id, study, scope",
        "branches": "id, scope",
        "comments": "id, study, scope",
        "consents": "id, visit, scope",
        "criticals": "id, study, scope",
        "doctors": "id, scope",
        "documentTags": "id, scope",
        "documents": "id, study, scope",
        "files": "id, usedAt",
        "masters": "id, kind, scope",
        "meta": "id",
        "notifications": "id, at, scope",
        "papers": "id, usedAt",
        "patients": "id, at, scope",
        "people": "id, scope",
        "prescriptions": "id, visit, scope",
        "priorMarks": "id, usedAt, *studies",
        "priors": "id",
        "receipts": "id, visit, scope",
        "refunds": "id, visit, scope",
        "reports": "id, study, scope",
        "shortcuts": "id, scope",
        "studies": "id, received, [branch+received], [status+received], [assigned+received], modality, scope",
        "tags": "id, scope",
        "templates": "id, scope",
        "treatments": "id, visit, scope",
        "visitComments": "id, visit, scope",
        "visitDocuments": "id, visit, scope",
        "visits": "id, at, [branch+at], patient, scope",
      },
      "work": {
        "blobs": "id, command",
        "drafts": "id, study",
        "journal": "id, &seq",
        "keys": "id",
        "meta": "id",
        "notes": "id, at",
        "outbox": "id, &seq, [state+seq], aggregate, record, *depends, lastError.kind",
        "overlay": "id, command, [type+record], type",
        "session": "id",
      },
    }
  `)
})
