// npm run bench:pacs: the time until the studies of a new image server are in the worklist. Not part of the tests.
import { readCommandLine } from '../../../scripts/lib/command-line.mjs'

const { values } = readCommandLine({
  usage: `npm run bench:pacs [-- --studies=10000]

Gives a new server an image server with studies of three years, and measures how long they take to the worklist; writes its section of
docs/benchmarks.md where nothing is made smaller. For engineers.

  --studies=N          how many (10000)`,
  options: { studies: { type: 'string', default: '10000' } },
  check: ({ studies }) => (/^[1-9]\d*$/.test(studies) ? undefined : '--studies must be a whole number.'),
})

// Loads everything else only if something is measured.
const { measurePacs } = await import('./measure-pacs.ts')
process.exitCode = await measurePacs(Number(values.studies))
