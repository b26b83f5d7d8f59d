// npm run bench: measures the requirements of issues A, C and D and writes its sections of
// docs/benchmarks.md. Not part of the tests.
import { readCommandLine } from '../../scripts/lib/command-line.mjs'

const { values } = readCommandLine({
  usage: `npm run bench [-- --device]

Measures lists, the editor, paper and the server, and writes its sections of docs/benchmarks.md. It makes 500,000 studies (kept
under .cache), takes some ten minutes and wants a quiet machine. For engineers.

  --device             leaves the server's figures out, and with them the large database`,
  options: { device: { type: 'boolean', default: false } },
})

// Loads everything else only if something is measured.
const { measureAll } = await import('./measure-all.ts')
process.exit(await measureAll(values.device))
