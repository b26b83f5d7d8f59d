import { sniff } from '#domain/file/sniff.ts'

/** The beginning of a PDF in base64. */
const BEGIN = /^JVBERi0[A-Za-z0-9+/=]*$/
const END_BYTES = 1_024
const DATA_URL = /^data:application\/pdf;base64,/i
/** Responses wrap the file once or twice: `{ result: { pdf: "…" } }`. */
const DEPTH_MAX = 4

/** Names that partners use for the study UID, without separators and in lower case. */
const UID_NAMES = new Set(['studyuid', 'studyiuid', 'studyinstanceuid'])

/**
 * Returns the different PDFs in another system's response on a study: as bytes, as base64, or as base64 in JSON under
 * any name. Excludes the content of an object that names another study.
 */
export function pdfsInAnswer(body: Buffer, studyUid: string): Buffer[] {
  if (sniff(body) === 'pdf') return [body]
  const text = body.toString('utf8').trim()
  const plain = pdfOfBase64(text)
  const found = plain ? [plain] : pdfsInJson(text, studyUid)
  return found.filter((pdf, index) => found.findIndex((other) => other.equals(pdf)) === index)
}

function pdfOfBase64(text: string): Buffer | undefined {
  const base64 = text.replace(DATA_URL, '').replace(/\s+/g, '')
  if (!BEGIN.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  // Base64 characters occur in any text, so a complete file must also have its end marker.
  return sniff(bytes) === 'pdf' && bytes.subarray(-END_BYTES).includes('%%EOF') ? bytes : undefined
}

function pdfsInJson(text: string, studyUid: string): Buffer[] {
  if (!/^["{[]/.test(text)) return []
  try {
    return pdfsIn(JSON.parse(text), studyUid, 0)
  } catch {
    return []
  }
}

function pdfsIn(value: unknown, studyUid: string, depth: number): Buffer[] {
  if (typeof value === 'string') return [pdfOfBase64(value.trim())].filter((pdf) => pdf !== undefined)
  if (typeof value !== 'object' || value === null || depth === DEPTH_MAX) return []
  const entries = Object.entries(value)
  const isOther = entries.some(
    ([name, inner]) =>
      UID_NAMES.has(name.replaceAll('_', '').toLowerCase()) &&
      typeof inner === 'string' &&
      inner.trim() !== studyUid,
  )
  return isOther ? [] : entries.flatMap(([, inner]) => pdfsIn(inner, studyUid, depth + 1))
}
