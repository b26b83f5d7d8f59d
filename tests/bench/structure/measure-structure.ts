import { writeSection } from '../write-section.ts'
import { countStructure, type StructureFigures } from './count-structure.ts'

const NAMES = {
  files: 'files of the product',
  lines: 'lines of the product',
  median: 'lines a file, median',
  p90: 'lines a file, p90',
  long: 'files of more than 150 lines',
  testFiles: 'files of the tests',
  testLines: 'lines of the tests',
  pairs: 'folders of server/features that import another one, as pairs',
  mutual: 'pairs of these that import each other',
  answers: 'lines of comments with "answers"',
} as const satisfies Record<keyof StructureFigures, string>

export interface StructureOptions {
  /** A checkout of an earlier commit. */
  before: string | undefined
  isWritten: boolean
}

/** Prints the figures of this checkout, next to those of an earlier one. */
export function measureStructure({ before, isWritten }: StructureOptions): void {
  const now = countStructure('.')
  const then = before === undefined ? undefined : countStructure(before)
  const rows = (Object.keys(NAMES) as (keyof StructureFigures)[]).map((key) =>
    [NAMES[key], ...(then ? [then[key]] : []), now[key]].join(' | '),
  )
  const heads = ['figure', ...(then ? ['before'] : []), 'now']
  const table = [heads.join(' | '), heads.map(() => '---').join(' | '), ...rows].map((row) => `| ${row} |`)
  console.log(table.join('\n'))
  if (isWritten)
    writeSection(
      'The structure of the source',
      `Written by \`npm run bench:structure -- --write\`, with \`--before FOLDER\` for an earlier checkout.\n\n${table.join('\n')}`,
    )
}
