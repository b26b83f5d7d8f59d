import type { Signature, SignatureVerdict, TouchProof } from '#contract/calls/signatures.ts'
import { pluralIn } from '#domain/language/plural.ts'

/** The words of the page that checks a signature; its readers know nothing of the product. */
export interface VerifyWords {
  title: string
  intro: string
  checking: string
  failed: string
  nothingYet: string
  badCode: string

  /** The server's verdicts on a text, and `altered` for words that differ from the signed ones. */
  verdicts: Record<SignatureVerdict | 'altered', string>
  notSignedHint: string
  supersededHint: string
  signedText: string
  sameWords: (count: number) => string
  kind: Record<Signature['kind'], string>
  signedBy: string
  signedOn: string
  centre: string
  status: string
  statuses: Record<Signature['status'], string>
  supersededOn: string

  touch: Record<TouchProof['act'], (by: string) => string>
  touchKey: (name: string, registered: string) => string
  touchValid: string
  touchRemoved: (day: string) => string
  touchFingerprint: (fingerprint: string) => string
  touchChecking: string
  touchHolds: string
  touchFails: string
  touchUnchecked: string
  touchProof: string
  touchProofOf: (by: string) => string

  wordsSame: string
  wordsMore: string
  wordsDifferent: (count: number) => string
  wordsUnread: string
  wordsNotAsked: string

  drop: string
  dropHint: string
  reading: string
  /** Why a file is not read. */
  file: Record<'notPdf' | 'noCode' | 'tooLarge', string>
  paste: string
  pasteHint: string
  compare: string
  pasteNeedsCode: string
}

const plural = pluralIn('en')

export const ENGLISH_VERIFY: VerifyWords = {
  title: 'Check a signed report',
  intro:
    'See whether a report is what its doctor signed. The page tells who signed and when; nothing of the patient.',
  checking: 'Asking the centre’s server …',
  failed: 'The check could not be made.',
  nothingYet: 'Scan the code on the report, or drop its PDF here.',
  badCode: 'This address holds no code of a report. Scan it again, or drop the PDF here.',

  verdicts: {
    current: 'Signed and in force',
    superseded: 'Signed, but no longer in force',
    not_signed: 'No signature is known for this text',
    altered: 'Not what was signed',
  },
  notSignedHint:
    'No report of this server was signed with it. The file was altered, is a draft, or comes from another centre.',
  supersededHint: 'The doctor signed a later revision. Ask the centre for the present one.',
  signedText: 'The signed text is different:',
  sameWords: (count) =>
    `${count} reports have these very words. Compare date and doctor with those on your paper.`,
  kind: { report: 'Report', addendum: 'Addendum' },
  signedBy: 'Signed by',
  signedOn: 'Signed on',
  centre: 'Centre',
  status: 'Status',
  statuses: { Signed: 'Signed', Verified: 'Signed and verified' },
  supersededOn: 'Replaced on',

  touch: {
    sign: (by) => `Signed by touch: ${by}`,
    verify: (by) => `Verified by touch: ${by}`,
  },
  touchKey: (name, registered) => `With the passkey “${name}”, registered ${registered},`,
  touchValid: 'still valid.',
  touchRemoved: (day) => `removed ${day}.`,
  touchFingerprint: (fingerprint) => `Key ${fingerprint}, as on the paper.`,
  touchChecking: 'This browser is checking the signature …',
  touchHolds:
    'This browser checked it: the key signed exactly this text, and its holder was asked for finger or PIN.',
  touchFails: 'This browser checked it, and it does not hold. Do not rely on this paper; ask the centre.',
  touchUnchecked: 'This browser cannot check it. Download the proof and check it elsewhere.',
  touchProof: 'Download the proof',
  touchProofOf: (by) => `Download the proof of ${by}’s touch`,

  wordsSame: 'The words are those that were signed.',
  wordsMore: 'Every signed word is there, in its order. The file or text also has:',
  wordsDifferent: (count) =>
    plural(count, {
      one: 'One paragraph of the signed text is missing or reads differently.',
      other: `${count} paragraphs of the signed text are missing or read differently.`,
    }),
  wordsUnread:
    'The text of this file could not be read, so only its code was checked. Paste the text below to compare it.',
  wordsNotAsked: 'Only the code was checked. Drop the PDF or paste its text to compare the words.',

  drop: 'Drop the PDF of the report here, or choose it',
  dropHint: 'It is read on this device; its words are sent to be compared and are not kept.',
  reading: 'Reading …',
  file: {
    notPdf: 'This is not a PDF file that can be read.',
    noCode: 'This PDF carries no signature of this system.',
    tooLarge: 'The file is larger than 50 MB.',
  },
  paste: 'Or paste the text of the report',
  pasteHint: 'All of it, from the first line of the description to the last of the recommendation.',
  compare: 'Compare',
  pasteNeedsCode:
    'Scan the code or drop the PDF first, or paste the address of the code along with the text.',
}
