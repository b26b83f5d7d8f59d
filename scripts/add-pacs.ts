// npm run add-pacs: adds an image server to a client, or changes the one of that name.
import { findClientByName, savePacs } from '#server/features/pacs/save-pacs.ts'
import { readConfig } from '#server/kernel/config.ts'
import type { DatabaseUrls } from '#server/kernel/database/logins.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { keysFileOf, openSealingKeys } from '#server/kernel/keys/sealing-keys.ts'
import { createSecrets, type Secrets } from '#server/kernel/keys/secrets.ts'
import { readCommandLine } from './lib/command-line.mjs'
import { type PacsOptions, reachHint, readPacsOptions } from './lib/pacs-options.ts'
import { reachDatabase } from './lib/reach-database.ts'

const { values } = readCommandLine({
  usage: `npm run add-pacs -- --client NAME --name NAME --url http(s)://HOST:PORT/dicom-web

Adds a DICOMweb server (Orthanc, dcm4chee) to a client, or changes the one of that name. A running server asks it for news by
itself. Run it with the server's own settings (READROOM_DATA, DATABASE_URL, READROOM_MIGRATION_URL, READROOM_KEYS).

  --client NAME        the client's name
  --name NAME          how the image server is called
  --url URL            its DICOMweb address
  --user NAME          its user, where it asks for one
  --password WORD      that user's password, kept encrypted; it stays in the shell's history: better put it into
                       READROOM_PACS_PASSWORD
  --type Basic|Premium its kind (Basic)
  --branch NAME        the branch whose studies it holds, where it is one branch alone
  --viewer URL         the address of its viewer
  --poll-seconds N     how often it is asked for news (5)
  --off                keeps it, and asks it nothing`,
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
  check: (given) => {
    try {
      readPacsOptions(withSecret(given))
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  },
})

function withSecret<Given extends { password?: string | undefined }>(given: Given): Given {
  return { ...given, password: given.password ?? process.env.READROOM_PACS_PASSWORD }
}

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
  const options = readPacsOptions(withSecret(values))
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
