import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'

const PAGE = 'docs/benchmarks.md'

/** Describes the machine of a section in one line. */
export const machineLine = () =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}`

/** Replaces a section of docs/benchmarks.md; the other commands' sections stay. */
export function writeSection(title: string, text: string): void {
  const [head = '', ...sections] = readFileSync(PAGE, 'utf8').split(/^(?=## )/m)
  const heading = `## ${title}\n`
  const section = `${heading}\n${text.trim()}\n`
  const at = sections.findIndex((one) => one.startsWith(heading))
  if (at >= 0) sections[at] = section
  else sections.push(section)
  const parts = [head, ...sections].map((part) => part.trim())
  writeFileSync(PAGE, `${parts.join('\n\n')}\n`)
}
