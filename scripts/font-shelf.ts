// node scripts/font-shelf.ts: writes which letters each font of the packages contains.
import { writeFileSync } from 'node:fs'
import { readCommandLine } from './lib/command-line.mjs'
import { readShelf } from './lib/read-shelf.ts'

const SHELF = 'render/fonts/shelf.json'

readCommandLine({
  usage: `node scripts/font-shelf.ts

Writes ${SHELF}: which letters each font file of the packages holds. Run it after a change of those packages; a test fails
until it was.`,
  options: {},
})
writeFileSync(SHELF, `${JSON.stringify(await readShelf(), null, 2)}\n`)
