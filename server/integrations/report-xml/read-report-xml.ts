import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'
import { addendaOf, XmlAddendum } from './addenda-of.ts'
import { faultsIn, tooManyOf } from './faults-in-report.ts'
import { resolveReferences } from './resolve-references.ts'
import { positionAt, startOfLine, tokensOf, wordsOf } from './xml-position.ts'
import { holdsWords, xmlText } from './xml-text.ts'

const DEPTH_MAX = 20
const ADDENDA_MAX = 50
/** The most names of unread elements that are returned. */
const UNREAD_MAX = 10
const NAME_MAX = 60
const parser = new XMLParser({
  parseTagValue: false,
  // Text may be adjacent to a CDATA section; trimmed, they would run together.
  trimValues: false,
  maxNestedTags: DEPTH_MAX,
  processEntities: { enabled: true, maxTotalExpansions: 100_000 },
})

/** A report from another system: its study, and its texts as plain text or HTML. */
const ReportXml = z.object({
  study_iuid: z._default(xmlText(128), ''),
  accession_no: z._default(xmlText(64), ''),
  report_no: z._default(z.string().check(z.regex(/^[1-5]$/, 'must be 1 to 5')), '1'),
  report_name: z._default(xmlText(200), ''),
  description: z._default(xmlText(REPORT_TEXT_MAX), ''),
  conclusion: z._default(xmlText(REPORT_TEXT_MAX), ''),
  recommendation: z._default(xmlText(REPORT_TEXT_MAX), ''),
  /** Additions after the signature, in the sender's order. */
  addendum: z._default(z.array(XmlAddendum), []),
})
export type ReportXml = z.output<typeof ReportXml>

/** Other elements of our own reports (build-report-xml.ts), which are not part of a text. */
const ABOUT = new Set(
  'message_id sent_on result_status facility patient_id patient_name patient_sex patient_birthdate study_desc modality study_datetime ref_physician signed_by signed_on verified_by verified_on'.split(
    ' ',
  ),
)

/**
 * The content of the XML, or why it cannot be accepted: `fields` by name, '' for the document itself. Each reason
 * names the line, and the element that is open there. `unread` names non-empty elements that are unknown, and counts
 * pictures.
 */
export type ReadXml =
  | { ok: true; report: ReportXml; unread: string[] }
  | { ok: false; fields: Record<string, string> }

const refusal = (xml: string, index: number, why: string): ReadXml => ({
  ok: false,
  fields: { body: `${why} (${wordsOf(positionAt(xml, index))})` },
})

/** Reads a report-in document. Refuses a document type, so that nothing outside the document is ever read. */
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
  const addenda = addendaOf(root.addendum)
  if (addenda.length > ADDENDA_MAX) return { ok: false, fields: tooManyOf(xml, 'addendum', ADDENDA_MAX) }
  const given: Record<string, unknown> = { ...root, addendum: addenda.map((one) => one.given) }
  const parsed = ReportXml.safeParse(
    Object.fromEntries(
      Object.entries(given)
        .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
        .filter(([, value]) => value !== ''),
    ),
  )
  if (!parsed.success) return { ok: false, fields: faultsIn({ xml, root, addenda }, parsed.error.issues) }
  const { study_iuid, accession_no } = parsed.data
  if (study_iuid === '' && accession_no === '')
    return { ok: false, fields: { study_iuid: 'or accession_no is required' } }
  return { ok: true, report: parsed.data, unread: [...unreadIn(root), ...picturesIn(parsed.data)] }
}

/** Counts pictures, because a report from another system cannot contain any. */
function picturesIn({ description, conclusion, recommendation, addendum }: ReportXml): string[] {
  const texts = [description, conclusion, recommendation, ...addendum.map(({ text: words }) => words)]
  const count = texts.join(' ').match(/<img\b/gi)?.length ?? 0
  return count === 0 ? [] : [count === 1 ? '1 picture' : `${count} pictures`]
}

/** Returns unknown elements with content, so that a finding in one is not lost silently. */
const unreadIn = (root: Record<string, unknown>): string[] =>
  Object.entries(root)
    .filter(([name, value]) => !Object.hasOwn(ReportXml.shape, name) && !ABOUT.has(name) && holdsWords(value))
    .map(([name]) => (name === '#text' ? 'text outside of the elements' : `<${name.slice(0, NAME_MAX)}>`))
    .slice(0, UNREAD_MAX)

/** Returns the parser's message for use within a sentence, without its quotes and full stop. */
const reasonOf = (words: string) => words.replace(/\.$/, '').replace(/^./, (letter) => letter.toLowerCase())

/** The parser throws for names such as __proto__, for too deeply nested tags, and for too many references. */
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
