// npm run create-admin: creates the administrator of the platform on an empty installation.
import { createAdmin } from '#server/features/platform/create-admin.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { ask } from './lib/ask.ts'
import { readCommandLine } from './lib/command-line.mjs'
import { reachDatabase } from './lib/reach-database.ts'

const { values } = readCommandLine({
  usage: `npm run create-admin -- [--name "Ada Rao"] [--username ada] [--email ada@example.org] [--another]

Makes the administrator of the platform on an empty installation; what is not given is asked for. Run it with the server's own
settings (READROOM_DATA, DATABASE_URL, READROOM_MIGRATION_URL).

  --name NAME          first and last name
  --username NAME      signs in by it
  --email ADDRESS      where one-time codes and news of the account go
  --password WORD      stays in the shell's history: better leave it out, or put it into READROOM_ADMIN_PASSWORD
  --another            makes one more where there is one already`,
  options: {
    name: { type: 'string' },
    username: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    another: { type: 'boolean', default: false },
  },
})

try {
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
