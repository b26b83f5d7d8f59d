import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'
import { text } from '#contract/kernel/fields.ts'
import { lineAt, placeAt, startOfLine, tokensOf, wordsOf } from './place-in-xml.ts'
import { resolveReferences } from './resolve-references.ts'

const DEPTH_MAX = 20
const parser = new XMLParser({
  parseTagValue: false,
  // A text may stand beside a CDATA part: trimmed apart, they would run together.
  trimValues: false,
  maxNestedTags: DEPTH_MAX,
  processEntities: { enabled: true, maxTotalExpansions: 100_000 },
})

/** A report that another system sends: which study, and its texts as plain words or HTML. */
const ReportXml = z.object({
  study_iuid: z._default(text(128), ''),
  accession_no: z._default(text(64), ''),
  report_no: z._default(z.string().check(z.regex(/^[1-5]$/, 'must be 1 to 5')), '1'),
  report_name: z._default(text(200), ''),
  description: z._default(text(REPORT_TEXT_MAX), ''),
  conclusion: z._default(text(REPORT_TEXT_MAX), ''),
  recommendation: z._default(text(REPORT_TEXT_MAX), ''),
})
export type ReportXml = z.output<typeof ReportXml>

/**
 * What stands in the XML, or why it cannot be taken: `fields` by name, '' for the document itself. Each reason names the
 * line, and the element where one is open there.
 */
export type ReadXml = { ok: true; report: ReportXml } | { ok: false; fields: Record<string, string> }

const refusal = (xml: string, index: number, why: string): ReadXml => ({
  ok: false,
  fields: { body: `${why} (${wordsOf(placeAt(xml, index))})` },
})

/** Reads a report-in document. A document type is refused, so nothing outside of it is ever read. */
export function readReportXml(xml: string): ReadXml {
  const declared = /<!DOCTYPE|<!ENTITY/i.exec(xml)
  if (declared) return refusal(xml, declared.index, 'must not declare a document type')
  const valid = XMLValidator.validate(xml)
  if (valid !== true) {
    const { line, col, msg } = valid.err
    return refusal(xml, startOfLine(xml, line) + col - 1, `is not XML: ${reasonOf(msg)}`)
  }
  const resolved = resolveReferences(xml)
  if (!resolved.ok) return refusal(xml, resolved.index, resolved.why)
  const document = parseTree(resolved.xml)
  if (document === UNREADABLE) return refuseTree(xml)
  const root = isRecord(document) ? document.report : undefined
  if (!isRecord(root))
    return refusal(xml, firstTag(xml), 'must hold one report element, the outermost of all')
  const parsed = ReportXml.safeParse(
    Object.fromEntries(
      Object.entries(root)
        .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
        .filter(([, value]) => value !== ''),
    ),
  )
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => faultOf(xml, root, path.join('.'), message))
    return { ok: false, fields: Object.fromEntries(faults) }
  }
  const { study_iuid, accession_no } = parsed.data
  if (study_iuid === '' && accession_no === '')
    return { ok: false, fields: { study_iuid: 'or accession_no is required' } }
  return { ok: true, report: parsed.data }
}

/** The parser's own words, as a sentence goes on; its quotes and full stop would stand in ours. */
const reasonOf = (words: string) => words.replace(/\.$/, '').replace(/^./, (letter) => letter.toLowerCase())

/** What is wrong with one element, with its line. A text in which tags stand is the fault that partners make most. */
function faultOf(
  xml: string,
  root: Record<string, unknown>,
  name: string,
  message: string,
): [string, string] {
  const tags = [...tokensOf(xml)].filter(({ tag }) => tag?.name === name && tag.kind !== 'close')
  const value = root[name]
  const words = Array.isArray(value)
    ? 'stands more than once'
    : isRecord(value)
      ? `holds the element <${Object.keys(value).find((key) => key !== '#text')}>: write HTML in CDATA, or its signs as &lt; and &gt;`
      : message
  const at = (Array.isArray(value) ? tags[1] : tags[0])?.at
  return [name, at === undefined ? words : `${words} (line ${lineAt(xml, at)})`]
}

/** The parser throws for names such as __proto__, for tags inside tags without end, and for too many references. */
function refuseTree(xml: string): ReadXml {
  let depth = 0
  for (const { at, tag } of tokensOf(xml)) {
    if (tag === undefined) continue
    if (REACHING.has(tag.name)) return refusal(xml, at, 'holds a name that no report has')
    if (tag.kind === 'open') depth += 1
    if (tag.kind === 'close') depth -= 1
    if (depth > DEPTH_MAX) return refusal(xml, at, `nests elements deeper than ${DEPTH_MAX}`)
  }
  return { ok: false, fields: { body: 'holds names, depth or entities that no report has' } }
}

function firstTag(xml: string): number {
  for (const { at, tag } of tokensOf(xml)) if (tag !== undefined) return at
  return 0
}

const REACHING = new Set(['__proto__', 'constructor', 'prototype'])
const UNREADABLE = Symbol('unreadable')

function parseTree(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    return UNREADABLE
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
