import { fileIdOfLink } from '#domain/file/file-of-link.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import type { PaperAddendum, PaperSignature } from '../paper-input.ts'
import type { AddendumFacts, LetterFacts, ReportFacts } from './paper-facts.ts'
import { REPORT_PAPER_WORDS as WORDS } from './words.ts'

/**
 * Returns the signatures of a report: only of people whose mark belongs to exactly this text's signing or
 * verifying, because a stored paper may be older than the text, and an old revision is read beside the paper
 * of the newest. The verifier is the second doctor: with a signature if the client shows two
 * (show_second_dr_sign), otherwise named in a line below the first.
 */
export function signaturesOf(report: ReportFacts, paper: LetterFacts, zone: string): PaperSignature[] {
  const isFiled = report.signed_hash !== ''
  const filed = paper.signatures.filter((signature) => isMarkOf(report, signature))
  if (!isSigned(report.status)) return []
  if (!isFiled || !filed.some(({ role }) => role === 'Signed')) return nameOnly(report, zone)
  const all = filed.map(({ role, touch, ...signature }) => ({
    role,
    ...signerOf(signature, zone),
    ...(touch !== undefined && { touch }),
  }))
  const [first, second] = all
  if (!first || !second || paper.show_second_dr_sign === 1) return all
  return [{ ...first, note: WORDS.verifiedBy(second.name, second.when) }]
}

function isMarkOf(report: ReportFacts, { report_id, role, at }: LetterFacts['signatures'][number]): boolean {
  const made = role === 'Signed' ? report.signed_on : report.verified_on
  return report_id === report.id && made !== null && Date.parse(made) === Date.parse(at)
}

/** Returns the addenda of a report: the server's, followed by those that only this device has. */
export function addendaOf(
  report: ReportFacts,
  paper: LetterFacts,
  local: readonly AddendumFacts[],
  zone: string,
): PaperAddendum[] {
  const filed = paper.addenda.filter((addendum) => addendum.report_id === report.id)
  const known = new Set(filed.map(({ id }) => id))
  const more = local
    .filter((addendum) => addendum.report_id === report.id && !known.has(addendum.id))
    .toSorted((a, b) => a.signed_on.localeCompare(b.signed_on))
  return [
    ...filed.map((addendum) => ({
      content: addendum.content,
      signature: { role: 'Signed' as const, ...signerOf(addendum, zone) },
    })),
    ...more.map(({ content, signed_by, signed_on }) => ({
      content,
      signature: signer(signed_by, signed_on, zone),
    })),
  ]
}

function nameOnly(report: ReportFacts, zone: string): PaperSignature[] {
  return report.signed_on ? [signer(report.signed_by_doctor, report.signed_on, zone)] : []
}

function signer(name: string, at: string, zone: string): PaperSignature {
  return { role: 'Signed', name, title: '', licenceNo: '', when: formatDateTime(new Date(at), zone) }
}

type Signer = Pick<LetterFacts['addenda'][number], 'name' | 'title' | 'licence_no' | 'image_url' | 'at'>

function signerOf({ name, title, licence_no, image_url, at }: Signer, zone: string) {
  return {
    name,
    title,
    licenceNo: licence_no,
    when: formatDateTime(new Date(at), zone),
    ...(image_url !== '' && { imageId: fileIdOfLink(image_url) }),
  }
}
