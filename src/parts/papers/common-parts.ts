import type { VisitRow } from '#contract/calls/visit-records.ts'
import { isolated } from '#domain/language/isolated.ts'
import { LANGUAGE_FACTS } from '#domain/language/languages.ts'
import { amountInWords } from '#domain/money/papers/amount-in-words.ts'
import { ageOn, ageUnit } from '#domain/patient/age.ts'
import type { DeskFact, DeskPaper, DeskPart } from '#src/workers/pdf-client.ts'
import {
  type BranchContext,
  deskLanguageOf,
  type PaperContext,
  paperTexts,
  sheetOf,
} from './paper-context.ts'
import type { PaperWords } from './words/en.ts'

/**
 * Returns the issuer of the paper. The letterhead's picture or the pre-printed paper already shows it; the
 * branch is named below the company if the client wants it (show_branch_name_on_invoice), and alone if this
 * device does not know the company. If the letterhead's picture is not on this device, both are written as
 * text.
 */
export function issuerParts(context: BranchContext): DeskPart[] {
  const { company, branch, sheet, withLetterhead, logoId } = context
  const contacts = lineOf([company?.phone || (branch?.contact_no ?? ''), company?.email ?? ''])
  const branchName = branch?.name ?? ''
  const isPictured = withLetterhead && !!branch?.header_file_id
  const isPrePrinted = !withLetterhead && (branch?.invoice_print_margin_top ?? 0) > 0
  if (sheet === 'A4' && (isPictured || isPrePrinted)) {
    const isNamed = company?.show_branch_name_on_invoice === 1 && branchName !== ''
    const unpictured = [company?.name ?? '', branchName, company?.address ?? '', contacts]
    const lines = isNamed ? [branchName] : []
    return [{ kind: 'issuer', lines, ...(isPictured && { unpictured }) }]
  }
  const lines = company
    ? [company.name, company.show_branch_name_on_invoice === 1 ? branchName : '', company.address]
    : [branchName]
  return [
    {
      kind: 'issuer',
      imageId: logoId,
      lines: [...lines, contacts],
    },
  ]
}

/** What a paper of a visit has at its head, and the parts below. */
export interface VisitPaper {
  title: string
  heading: string
  /** Marks below the heading: provisional, cancelled. */
  marks: readonly DeskPart[]
  facts: readonly DeskFact[]
  parts: readonly DeskPart[]
}

/** Returns a paper of a visit: issuer, heading, marks and facts at its head, the patient at the foot of each sheet. */
export function visitPaper(
  visit: VisitRow,
  { title, heading, marks, facts, parts }: VisitPaper,
  context: PaperContext,
): DeskPaper {
  return {
    title,
    language: deskLanguageOf(context),
    ...sheetOf(context, true),
    foot: footOf(visit),
    parts: [
      ...issuerParts(context),
      { kind: 'heading', text: heading },
      ...marks,
      { kind: 'facts', facts },
      { kind: 'rule' },
      ...parts,
    ],
  }
}

/** Returns the patient's details on every paper of a visit. */
export function patientFacts(visit: VisitRow, context: PaperContext): DeskFact[] {
  const { date } = paperTexts(context)
  const { facts } = context.words
  return [
    { label: facts.patient, value: visit.name },
    { label: facts.patientId, value: visit.pat_id },
    { label: facts.ageSex, value: ageSexOf(visit, context) },
    { label: facts.mobile, value: visit.mobile },
    { label: facts.visitNo, value: visit.visit_no },
    { label: facts.visitDate, value: date(visit.start_dt) },
  ]
}

/** Returns `42Y / Female` in the paper's language; a sex without a word in it is returned unchanged. */
function ageSexOf({ dob, gender, start_dt }: VisitRow, context: PaperContext): string {
  const { ages, sexes } = context.words
  const age = dob ? ageOn(dob, paperTexts(context).dayOf(start_dt)) : undefined
  const span = age && ageUnit(age)
  const named: Readonly<Record<string, string | undefined>> = { Male: sexes.M, Female: sexes.F }
  const parts = [span ? ages[span.unit](span.count) : '', named[gender] ?? gender]
  return parts.filter((part) => part !== '').join(' / ')
}

/** Returns the provisional mark, with this device's name, if the record exists only on this device. */
export function provisionalParts(isProvisional: boolean, { deviceName, words }: PaperContext): DeskPart[] {
  if (!isProvisional) return []
  const device: DeskPart[] =
    deviceName === '' ? [] : [{ kind: 'facts', facts: [{ label: words.facts.device, value: deviceName }] }]
  return [{ kind: 'mark', text: words.provisional }, ...device]
}

/** Returns the QR code with which the patient requests the report by WhatsApp. */
export function reportCodeParts({ reportCodeUrl, words }: PaperContext): DeskPart[] {
  if (reportCodeUrl === undefined) return []
  return [{ kind: 'code', text: reportCodeUrl, lines: words.reportCode }]
}

/** Returns the amount in words, for rupees and in English only. */
export function wordsParts(amount: number, { money, language }: PaperContext): DeskPart[] {
  const text = language === 'en' ? amountInWords(amount, money.currency) : undefined
  return text === undefined ? [] : [{ kind: 'text', text }]
}

/** Returns the footer of each sheet: the patient, so that every sheet can be attributed. */
function footOf({ name, pat_id, visit_no }: VisitRow): string {
  return lineOf([name, pat_id, visit_no])
}

/** Joins values into one line, each isolated, so that an Arabic name does not reorder the digits beside it. */
export function lineOf(values: readonly string[]): string {
  const said = values.filter((value) => value !== '')
  return said.map(isolated).join('  ·  ')
}

/** Makes a list begin on the right; not part of copied text. */
const RIGHT_TO_LEFT_MARK = '\u200F'

/** Joins the values that are not empty into a list in the paper's language. */
export function listOf(values: readonly string[], { language, words }: PaperContext): string {
  const said = values.filter((value) => value !== '')
  if (language === 'en' || said.length < 2) return said.join(words.comma)
  const start = LANGUAGE_FACTS[language].dir === 'rtl' ? RIGHT_TO_LEFT_MARK : ''
  return `${start}${said.map(isolated).join(words.comma)}`
}

/** Returns a payment mode's label; a mode unknown to this version is returned unchanged. */
export function modeLabel(mode: string, { modes }: Pick<PaperWords, 'modes'>): string {
  return (modes as Readonly<Record<string, string | undefined>>)[mode] ?? mode
}

/** Returns true for a record that no server has yet. */
export const isOnlyHere = ({ rev }: { rev: number }): boolean => rev === 0

/** Returns true for a receipt whose number is not on this device yet; the server may already have the payment. */
export const hasNoNumber = ({ receipt_no }: { receipt_no: string }): boolean => receipt_no === ''
