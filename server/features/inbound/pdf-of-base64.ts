import { Refusal } from '#contract/kernel/error-codes.ts'
import { sniff } from '#domain/file/sniff.ts'
import { invalid } from '#server/kernel/http/read-input.ts'

const PDF_MAX = 20_000_000

/** Returns the bytes of a base64 PDF in the field `report`; throws and names the rule if it is none. */
export function pdfOfBase64(report: string): Buffer {
  const base64 = report.replace(/^data:application\/pdf;base64,/, '').replace(/\s+/g, '')
  const isBase64 = base64 !== '' && base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64)
  if (!isBase64) throw invalid({ report: 'is not base64' })
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > PDF_MAX) throw new Refusal('too_large')
  // Checks the first bytes for the type and the end for its marker.
  const isWhole = sniff(bytes) === 'pdf' && bytes.subarray(-1024).includes('%%EOF')
  if (!isWhole) throw invalid({ report: 'is not a PDF' })
  return bytes
}
