// npm run bench:structure: the size of the source and the dependencies between its folders. Not part of the tests.
import { readCommandLine } from '../../../scripts/lib/command-line.mjs'

const { values } = readCommandLine({
  usage: `npm run bench:structure [-- --before FOLDER --write]

Counts files, lines, imports between the folders of the server's features, and comments that use a word in a second meaning. For
engineers, before and after a change of structure.

  --before FOLDER      a checkout of an earlier commit, whose figures stand beside the ones of this checkout
  --write              puts the figures into docs/benchmarks.md`,
  options: {
    before: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

// Loads everything else only if something is measured.
const { measureStructure } = await import('./measure-structure.ts')
measureStructure({ before: values.before, isWritten: values.write })
