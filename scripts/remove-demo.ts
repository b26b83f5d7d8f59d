// npm run remove-demo: removes the demo data with everything of its clients, after a confirmation.
import { type DemoFound, findDemo, removeDemo } from '#server/features/demo/remove-demo.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openFileStore } from '#server/kernel/files/open-file-store.ts'
import { ask } from './lib/ask.ts'
import { readCommandLine } from './lib/command-line.mjs'
import { reachDatabase } from './lib/reach-database.ts'
import { runCommand } from './lib/run-command.ts'

const WORD = 'remove'

const { values } = readCommandLine({
  usage: `npm run remove-demo [-- --yes]

Removes the demo data as a whole: its clients with everything of theirs, and its platform administrator. It asks for the word
"${WORD}" first, and refuses while that administrator is the only one. A server may run meanwhile.

  --yes                does not ask`,
  options: { yes: { type: 'boolean', default: false } },
})

await runCommand(async () => {
  const config = readConfig(process.env)
  const reached = await reachDatabase(config)
  try {
    const found = wordsOf(await findDemo(reached.migrationUrl))
    console.log(`This removes for ever: ${found}.`)
    if (!values.yes && (await askWord()).trim() !== WORD) throw new Error('Nothing was removed.')
    const contents = await removeDemo(reached.migrationUrl)
    const files = await openFileStore(config)
    for (const content of contents) await files.remove(content)
    return `The demo is removed: ${found}.`
  } finally {
    await reached.leave()
  }
})

async function askWord(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('Nothing was removed: there is no terminal to confirm on. Add --yes to confirm.')
  return ask(`Type ${WORD} to go on`)
}

function wordsOf({ clients, patients, studies, admin }: DemoFound): string {
  const parts = clients.map((name) => `client ${name}`)
  if (clients.length > 0) parts.push(`${patients} patients and ${studies} studies of theirs`)
  if (admin !== undefined) parts.push(`platform administrator ${admin}`)
  return parts.join(', ')
}
