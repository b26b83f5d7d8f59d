// npm run bench:desk: measures the requirements of issue E for the front desk. Not part of the tests.
import { readCommandLine } from '../../../scripts/lib/command-line.mjs'

const { values } = readCommandLine({
  usage: `npm run bench:desk [-- --write]

Measures the front desk and prints its figures. It makes a million patients (kept under .cache), takes some ten minutes and wants a
quiet machine. For engineers.

  --write              puts the figures into docs/benchmarks.md`,
  options: { write: { type: 'boolean', default: false } },
})

// Loads everything else only if something is measured.
const { measureDesk } = await import('./measure-desk.ts')
process.exit(await measureDesk(values.write))
