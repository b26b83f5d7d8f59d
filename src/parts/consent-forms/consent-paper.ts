import type { ConsentEvidence } from '#contract/calls/consents.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import type { ConsentLanguage, QuestionAnswer } from '#domain/consent/answers.ts'
import { formName, questionWords, shownOptions } from '#domain/consent/shown-question.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import type { DeskFact, DeskPaper, DeskPart } from '#src/workers/pdf-client.ts'
import { issuerParts, lineOf } from '../papers/common-parts.ts'
import { type PaperContext, sheetOf } from '../papers/paper-context.ts'
import { CONSENTS_WORDS } from './words.ts'

const { onPaper: WORDS, consents } = CONSENTS_WORDS

/**
 * A consent as it was signed: form and patient as they were then, in the language that was read, with the strokes of the
 * signature and what proves them. Nothing of it follows a later change of the form.
 */
export function consentPaper(
  { pat_id, visit_no }: Pick<VisitRow, 'pat_id' | 'visit_no'>,
  evidence: ConsentEvidence,
  context: PaperContext,
): DeskPaper {
  const { consent, detail, answers, strokes } = evidence
  const { form, patient } = detail
  return {
    title: CONSENTS_WORDS.paper.title,
    ...sheetOf({ ...context, sheet: 'A4' }, false),
    // The evidence, not the moment of its printing, decides the file.
    createdAt: new Date(consent.created),
    foot: lineOf([patient.name, pat_id, visit_no]),
    parts: [
      ...issuerParts(context),
      { kind: 'heading', text: formName(form, answers.language) },
      ...withdrawnParts(evidence, context),
      { kind: 'facts', facts: patientFacts(evidence, { pat_id, visit_no }, context) },
      { kind: 'rule' },
      { kind: 'facts', facts: healthFacts(evidence) },
      ...form.questions.map((question) =>
        answerPart(question, answers.ques_ans[question.id], answers.language),
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

function withdrawnParts({ withdrawn }: ConsentEvidence, { zone }: PaperContext): DeskPart[] {
  if (!withdrawn) return []
  const when = formatDateTime(new Date(withdrawn.on), zone)
  return [{ kind: 'mark', text: WORDS.withdrawn(when, withdrawn.by, withdrawn.reason) }]
}

function patientFacts(
  { detail: { patient, centre } }: ConsentEvidence,
  { pat_id, visit_no }: Pick<VisitRow, 'pat_id' | 'visit_no'>,
  { zone }: PaperContext,
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

function answerPart(
  question: ConsentQuestion,
  answer: QuestionAnswer | undefined,
  language: ConsentLanguage,
): DeskPart {
  const words = new Map(shownOptions(question, language).map(({ value, label }) => [value, label]))
  const given = answer === undefined ? [] : [answer].flat()
  const said = given.map((one) => words.get(one) ?? one)
  return {
    kind: 'answer',
    question: questionWords(question, language),
    answer: said.length === 0 ? WORDS.notAnswered : said.join(', '),
  }
}

const signerLine = ({ answers: { sign_by, signer_name }, detail }: ConsentEvidence): string =>
  lineOf([sign_by, sign_by === 'Self' ? detail.patient.name : signer_name])

function proofFacts({ consent, taken_by }: ConsentEvidence, { zone }: PaperContext): DeskFact[] {
  const moment = (instant: string) => formatDateTime(new Date(instant), zone)
  return [
    { label: WORDS.facts.signedOn, value: moment(consent.signed_on) },
    { label: WORDS.facts.receivedOn, value: moment(consent.created) },
    { label: WORDS.facts.language, value: consents.languages[consent.language] },
    { label: WORDS.facts.via, value: consents.via[consent.via] },
    { label: WORDS.facts.takenBy, value: taken_by },
  ]
}
