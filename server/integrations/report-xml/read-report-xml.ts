import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'
import { text } from '#contract/kernel/fields.ts'

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: true,
  maxNestedTags: 20,
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

/** What stands in the XML, or why it cannot be taken: `fields` by name, '' for the document itself. */
export type ReadXml = { ok: true; report: ReportXml } | { ok: false; fields: Record<string, string> }

/** Reads a report-in document. A document type is refused, so nothing outside of it is ever read. */
export function readReportXml(xml: string): ReadXml {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    return { ok: false, fields: { body: 'must not declare a document type' } }
  const valid = XMLValidator.validate(xml)
  if (valid !== true) return { ok: false, fields: { body: `is not XML (line ${valid.err.line})` } }
  const document = parseTree(xml)
  if (document === UNREADABLE)
    return { ok: false, fields: { body: 'holds names, depth or entities that no report has' } }
  const root = isRecord(document) ? document.report : undefined
  if (!isRecord(root)) return { ok: false, fields: { body: 'must hold one report element' } }
  const parsed = ReportXml.safeParse(
    Object.fromEntries(Object.entries(root).filter(([, value]) => value !== '')),
  )
  if (!parsed.success) {
    return {
      ok: false,
      fields: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
    }
  }
  const { study_iuid, accession_no } = parsed.data
  if (study_iuid === '' && accession_no === '')
    return { ok: false, fields: { study_iuid: 'or accession_no is required' } }
  return { ok: true, report: parsed.data }
}

const UNREADABLE = Symbol('unreadable')

// The parser throws for names such as __proto__, for tags inside tags without end, and for too many entities.
function parseTree(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    return UNREADABLE
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
