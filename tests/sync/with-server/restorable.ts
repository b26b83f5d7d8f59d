import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { Client } from 'pg'
import { buildApp } from '#server/app.ts'
import { beginHistory } from '#server/kernel/backup/begin-history.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { runAsAdmin } from '#tests/helpers/database/template-database.ts'
import { askForCluster, openAdmin } from '#tests/helpers/database/test-database.ts'
import { TEST_KEYS_FILE } from '#tests/helpers/keys-file.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'

/** The demo's server, whose database can be copied and restored from that copy while devices keep their data. */
export interface RestorableDemo extends DemoServer {
  backup: () => Promise<void>
  /** Replaces the database with the copy and begins a new epoch, as npm run restore does. */
  restore: () => Promise<void>
}

/** Opens it. Both functions close the server for a moment: no device may send requests during that time. */
export async function openRestorable(): Promise<RestorableDemo> {
  const demo = await openDemo()
  const copy = `backup_${randomUUID().replaceAll('-', '')}`
  const name = /test_[0-9a-f]+/.exec(demo.db.url)?.[0] ?? ''
  const { adminUrl } = await askForCluster('18/demo')
  let made = demo.clock.now

  const stop = async () => {
    await demo.app.close()
    await demo.db.database.close()
    // A database with open connections cannot be copied.
    await demo.db.admin.end()
  }
  const start = async () => {
    demo.db.database = await openDatabase({ url: demo.db.url, poolMax: 5 })
    demo.db.admin = openAdmin(demo.db.adminUrl)
    const config = readConfig({ READROOM_TRUST_PROXY: '1', READROOM_KEYS: TEST_KEYS_FILE })
    demo.app = await buildApp({ config, database: demo.db.database, now: () => demo.clock.now })
  }
  const copyTo = (from: string, to: string) =>
    runAsAdmin(adminUrl, `create database ${to} template ${from} strategy file_copy owner readroom_migration`)

  return Object.assign(demo, {
    send: async (options: InjectOptions) => {
      const response = await demo.app.inject(options)
      return { status: response.statusCode, body: response.json(), headers: response.headers }
    },
    backup: async () => {
      await stop()
      made = demo.clock.now
      await runAsAdmin(adminUrl, `drop database if exists ${copy} with (force)`)
      await copyTo(name, copy)
      await start()
    },
    restore: async () => {
      await stop()
      await runAsAdmin(adminUrl, `drop database ${name} with (force)`)
      await copyTo(copy, name)
      const client = new Client({ connectionString: demo.db.adminUrl })
      await client.connect()
      await beginHistory(client, { made, now: demo.clock.now })
      await client.end()
      await start()
    },
    close: async () => {
      await stop()
      await runAsAdmin(adminUrl, `drop database ${name} with (force)`)
      await runAsAdmin(adminUrl, `drop database if exists ${copy} with (force)`)
    },
  })
}
