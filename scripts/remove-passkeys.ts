// npm run remove-passkeys: removes the passkeys and recovery codes of a person who lost them all.
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { readCommandLine } from './lib/command-line.mjs'
import { reachDatabase } from './lib/reach-database.ts'
import { runCommand } from './lib/run-command.ts'

const { values } = readCommandLine({
  usage: `npm run remove-passkeys -- --user NAME

Takes all passkeys and recovery codes of a person out of use, whether the server runs or not: for an administrator who lost all of
them and whom no other administrator can help. The password stays as it is. The person is told by a letter, in a client by the bell too,
and the trail says that it was done at the server's shell. Run it with the server's own settings.

  --user NAME          the user name that the person signs in by`,
  options: { user: { type: 'string' } },
  check: ({ user }) => ((user ?? '').trim() === '' ? '--user is missing.' : undefined),
})
const user = (values.user ?? '').trim()

await runCommand(async () => {
  const config = readConfig(process.env)
  const reached = await reachDatabase(config)
  try {
    const count = await removeAt(reached.url)
    const passkeys = count === 1 ? '1 passkey' : `${count} passkeys`
    return `${passkeys} of ${user} removed, with the recovery codes. The password signs in now; where a passkey is required, a new one is asked for.`
  } finally {
    await reached.leave()
  }

  async function removeAt(url: string): Promise<number> {
    // All calls of the server: loaded only if there is something to do, not for the help text.
    const { buildCalls } = await import('#server/app.ts')
    const { removePasskeysAtShell } = await import('#server/features/passkeys/public/remove-all.ts')
    const database = await openDatabase({ url, poolMax: 2 })
    try {
      const app = await buildCalls({ config, database, logger: { level: 'error', stream: process.stderr } })
      try {
        return await removePasskeysAtShell(app.kernel, user)
      } finally {
        await app.close()
      }
    } finally {
      await database.close()
    }
  }
})
