import { isSignatureHash } from '#domain/report/signature-address.ts'

/** The check encoded in a paper's code. */
export interface PaperCode {
  hash: string
  report_id?: string
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads `?h=<hash>&r=<report id>` from the address in a paper's code; undefined if it has none. */
export function readPaperCode(search: string): PaperCode | undefined {
  const params = new URLSearchParams(search)
  const hash = params.get('h')?.trim().toLowerCase() ?? ''
  const report = params.get('r')?.trim().toLowerCase() ?? ''
  if (!isSignatureHash(hash)) return undefined
  return ID.test(report) ? { hash, report_id: report } : { hash }
}
