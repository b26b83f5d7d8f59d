// npm run create-admin -- [--name "Ada Rao"] [--username ada] [--email ada@example.org] [--password ...] [--another]
// Makes the administrator of the platform on an empty installation; what is not given is asked for. A password on the
// command line stays in the shell's history: better leave it out, or put it into READROOM_ADMIN_PASSWORD.
import { parseArgs } from 'node:util'
import { createAdmin } from '#server/features/platform/create-admin.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { ask } from './lib/ask.ts'
import { reachDatabase } from './lib/reach-database.ts'

try {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      username: { type: 'string' },
      email: { type: 'string' },
      password: { type: 'string' },
      another: { type: 'boolean', default: false },
    },
  })
  const admin = {
    name: values.name ?? (await ask('Name')),
    username: values.username ?? (await ask('User name')),
    email: values.email ?? (await ask('E-mail')),
    password:
      values.password ?? process.env.READROOM_ADMIN_PASSWORD ?? (await ask('Password', { isSecret: true })),
  }
  const reached = await reachDatabase(readConfig(process.env))
  try {
    const database = await openDatabase({ url: reached.url, poolMax: 1 })
    try {
      await createAdmin(database, admin, { another: values.another, now: new Date() })
      console.log(`${admin.name} administers the platform and signs in as ${admin.username}.`)
    } finally {
      await database.close()
    }
  } finally {
    await reached.leave()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
