import type * as z from 'zod/mini'
import type { GivenAddendum } from './addenda-of.ts'
import { lineAt, tokensOf } from './xml-position.ts'

/** The most faults per response; the sender sees the rest after fixing these. */
const FAULTS_MAX = 10

interface Faulty {
  xml: string
  root: Readonly<Record<string, unknown>>
  addenda: readonly GivenAddendum[]
}

/** Returns the faults of a report's elements by field, each with its line; the first ten. */
export function faultsIn(
  { xml, root, addenda }: Faulty,
  issues: readonly z.core.$ZodIssue[],
): Record<string, string> {
  const starts = startsOf(xml)
  const faults = issues.slice(0, FAULTS_MAX).map((issue) => {
    const [name, which, inner] = [String(issue.path[0] ?? ''), issue.path[1], issue.path[2]]
    const at = starts.get(name) ?? []
    if (typeof which !== 'number') {
      const index = Array.isArray(root[name]) ? at[1] : at[0]
      return [name, withLine(xml, index, reasonOf(root[name], issue.message))] as const
    }
    const { place = which, given = {} } = addenda[which] ?? {}
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const words =
      unknown === undefined ? reasonOf(given[String(inner)], issue.message) : holdsElement(unknown)
    const field = [name, place, ...(unknown === undefined ? [inner] : [])].join('.')
    return [field, withLine(xml, at[place], words)] as const
  })
  return Object.fromEntries(faults)
}

/** Returns the refusal of more elements with one name than a report may contain. */
export function tooManyOf(xml: string, name: string, max: number): Record<string, string> {
  const first = startsOf(xml).get(name)?.[max]
  return { [name]: withLine(xml, first, `stands more than ${max} times`) }
}

/** Returns where the children of the root element begin, by name and in order. */
function startsOf(xml: string): Map<string, number[]> {
  const starts = new Map<string, number[]>()
  let depth = 0
  for (const { at, tag } of tokensOf(xml)) {
    if (tag === undefined) continue
    if (tag.kind === 'close') depth -= 1
    else if (depth === 1)
      starts
        .set(tag.name, starts.get(tag.name) ?? [])
        .get(tag.name)
        ?.push(at)
    if (tag.kind === 'open') depth += 1
  }
  return starts
}

/** Markup inside a text is the most frequent error of partners. */
function reasonOf(value: unknown, message: string): string {
  if (value === undefined) return 'is required'
  if (Array.isArray(value)) return 'stands more than once'
  if (typeof value !== 'object' || value === null) return message
  return holdsElement(Object.keys(value).find((key) => key !== '#text') ?? '')
}

const holdsElement = (name: string) =>
  `holds the element <${name}>: write HTML in CDATA, or its signs as &lt; and &gt;`

const withLine = (xml: string, at: number | undefined, words: string): string =>
  at === undefined ? words : `${words} (line ${lineAt(xml, at)})`
