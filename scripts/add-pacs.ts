// npm run add-pacs -- --client <name> --name <name> --url http(s)://host:port/dicom-web [--user u] [--password p]
//   [--type Basic|Premium] [--branch <name>] [--viewer <url>] [--poll-seconds 5] [--off]
// Adds an image server to a client, or changes the one of that name. A running server starts polling it by itself.
import { parseArgs } from 'node:util'
import { findClientByName, savePacs } from '#server/features/pacs/save-pacs.ts'
import { readConfig } from '#server/kernel/config.ts'
import type { DatabaseUrls } from '#server/kernel/database/logins.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { keysFileOf, openSealingKeys } from '#server/kernel/keys/sealing-keys.ts'
import { createSecrets, type Secrets } from '#server/kernel/keys/secrets.ts'
import { type PacsOptions, reachHint, readPacsOptions } from './lib/pacs-options.ts'
import { reachDatabase } from './lib/reach-database.ts'

const { values } = parseArgs({
  options: {
    client: { type: 'string' },
    name: { type: 'string' },
    url: { type: 'string' },
    user: { type: 'string' },
    password: { type: 'string' },
    type: { type: 'string' },
    branch: { type: 'string' },
    viewer: { type: 'string' },
    'poll-seconds': { type: 'string' },
    off: { type: 'boolean' },
  },
})

async function addPacs(
  { url, migrationUrl }: DatabaseUrls,
  secrets: Secrets,
  { client, pacs, branch }: PacsOptions,
): Promise<string> {
  const clientId = await findClientByName(migrationUrl, client)
  const database = await openDatabase({ url, poolMax: 1 })
  try {
    const done = await savePacs({ database, secrets }, clientId, pacs, branch)
    return `${done === 'added' ? 'Added' : 'Changed'} ${pacs.name} of ${client}.`
  } finally {
    await database.close()
  }
}

try {
  const options = readPacsOptions(values)
  const config = readConfig(process.env)
  const secrets = createSecrets(await openSealingKeys(keysFileOf(config)))
  const reached = await reachDatabase(config)
  try {
    console.log(await addPacs(reached, secrets, options))
    const hint = reachHint(options.pacs, config.loopbackPorts)
    if (hint !== undefined) console.log(hint)
  } finally {
    await reached.leave()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
