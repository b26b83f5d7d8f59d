import type { ConsentEvidence } from '#contract/calls/consents.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import type { ConsentLanguage, QuestionAnswer } from '#domain/consent/answers.ts'
import { findSecondLanguage } from '#domain/consent/form-language.ts'
import { formName, questionWords, shownOptions } from '#domain/consent/shown-question.ts'
import { formFPartOf } from '#domain/pndt/form-f.ts'
import { isOwnHindi } from '#domain/pndt/own-hindi.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { issuerParts, lineOf } from '#src/parts/papers/common-parts.ts'
import { type BranchContext, sheetOf } from '#src/parts/papers/paper-context.ts'
import type { DeskFact, DeskPaper, DeskPart } from '#src/workers/pdf-client.ts'
import { CONSENTS_WORDS } from './words.ts'

const { onPaper: WORDS, consents } = CONSENTS_WORDS

/**
 * Returns a consent as it was signed: form and patient at that time, in the language that was read, with the
 * signature's strokes and its evidence. Later changes of the form do not affect it.
 */
export function consentPaper(
  { pat_id, visit_no }: Pick<VisitRow, 'pat_id' | 'visit_no'>,
  evidence: ConsentEvidence,
  context: BranchContext,
): DeskPaper {
  const { consent, detail, answers, strokes } = evidence
  const { form, patient } = detail
  const { language } = answers
  // Inspections read English, but the woman read the other language.
  const isInBoth = formFPartOf(form.id) !== undefined && language === 'slang'
  return {
    title: CONSENTS_WORDS.paper.title,
    ...sheetOf({ ...context, sheet: 'A4' }, false),
    // The evidence, not the time of printing, determines the file.
    createdAt: new Date(consent.created),
    foot: lineOf([patient.name, pat_id, visit_no]),
    parts: [
      ...issuerParts(context),
      { kind: 'heading', text: formName(form, language) },
      ...(isInBoth ? [{ kind: 'text', text: form.name } as const] : []),
      ...withdrawnParts(evidence, context),
      { kind: 'facts', facts: patientFacts(evidence, { pat_id, visit_no }, context) },
      { kind: 'rule' },
      { kind: 'facts', facts: healthFacts(evidence) },
      ...form.questions.map((question) =>
        answerPart(question, answers.ques_ans[question.id], isInBoth ? ['slang', 'en'] : [language]),
      ),
      {
        kind: 'strokes',
        strokes: strokes.map(({ points }) => points.map(({ x, y }) => ({ x, y }))),
        lines: [signerLine(evidence), strokes.length === 0 ? WORDS.noStrokes : ''],
      },
      { kind: 'rule' },
      { kind: 'facts', facts: proofFacts(evidence, context) },
      { kind: 'text', isSmall: true, text: WORDS.formHash(form.sha256) },
      { kind: 'text', isSmall: true, text: WORDS.recordHash(evidence.sha256) },
      ...(evidence.is_intact === 1 ? [] : [{ kind: 'mark', text: WORDS.altered } as const]),
    ],
  }
}

function withdrawnParts({ withdrawn }: ConsentEvidence, { zone }: BranchContext): DeskPart[] {
  if (!withdrawn) return []
  const when = formatDateTime(new Date(withdrawn.on), zone)
  return [{ kind: 'mark', text: WORDS.withdrawn(when, withdrawn.by, withdrawn.reason) }]
}

function patientFacts(
  { detail: { patient, centre } }: ConsentEvidence,
  { pat_id, visit_no }: Pick<VisitRow, 'pat_id' | 'visit_no'>,
  { zone }: BranchContext,
): DeskFact[] {
  return [
    { label: WORDS.facts.patient, value: patient.name },
    { label: WORDS.facts.patientId, value: pat_id },
    { label: WORDS.facts.passport, value: patient.passport ?? '' },
    { label: WORDS.facts.gender, value: patient.gender },
    { label: WORDS.facts.dob, value: patient.dob ? formatDay(patient.dob) : '' },
    { label: WORDS.facts.mobile, value: patient.mobile },
    { label: WORDS.facts.visit, value: visit_no },
    { label: WORDS.facts.visitDate, value: formatDateTime(new Date(centre.start_dt), zone) },
  ]
}

function healthFacts({ answers }: ConsentEvidence): DeskFact[] {
  const { fasting, height, weight, lmp_type, lmp_date } = answers
  return [
    { label: WORDS.facts.fasting, value: fasting },
    { label: WORDS.facts.height, value: height },
    { label: WORDS.facts.weight, value: weight },
    { label: WORDS.facts.lmp, value: lmp_date ? formatDay(lmp_date) : lmp_type },
  ]
}

/** Returns the question and answer in each of the languages. */
function answerPart(
  question: ConsentQuestion,
  answer: QuestionAnswer | undefined,
  languages: readonly ConsentLanguage[],
): DeskPart {
  const given = answer === undefined ? [] : [answer].flat()
  const saidIn = (language: ConsentLanguage) => {
    const words = new Map(shownOptions(question, language).map(({ value, label }) => [value, label]))
    return given.map((one) => words.get(one) ?? one).join(', ')
  }
  return {
    kind: 'answer',
    question: linesOf(languages.map((language) => questionWords(question, language))),
    answer: given.length === 0 ? WORDS.notAnswered : linesOf(languages.map(saidIn)),
  }
}

const linesOf = (texts: readonly string[]) => [...new Set(texts)].join('\n')

const signerLine = ({ answers: { sign_by, signer_name }, detail }: ConsentEvidence): string =>
  lineOf([sign_by, sign_by === 'Self' ? detail.patient.name : signer_name])

function proofFacts({ consent, detail, taken_by }: ConsentEvidence, { zone }: BranchContext): DeskFact[] {
  const { facts } = WORDS
  const isDeclared = formFPartOf(detail.form.id) === 'woman'
  const moment = (instant: string) => formatDateTime(new Date(instant), zone)
  return [
    { label: facts.signedOn, value: moment(consent.signed_on) },
    { label: facts.receivedOn, value: moment(consent.created) },
    { label: isDeclared ? facts.declaredIn : facts.language, value: languageRead(consent.language, detail) },
    { label: facts.via, value: consents.via[consent.via] },
    { label: facts.takenBy, value: taken_by },
  ]
}

/**
 * Returns the language's name if it is known: the form itself says only that it has a second language. The
 * script alone does not identify Hindi.
 */
function languageRead(language: ConsentLanguage, { form }: ConsentEvidence['detail']): string {
  const found = language === 'slang' ? findSecondLanguage(form) : undefined
  const isKnown = found !== undefined && (found !== 'hi' || isOwnHindi(form))
  return (isKnown ? LANGUAGE_NAMES.of(found) : undefined) ?? consents.languages[language]
}
const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })
