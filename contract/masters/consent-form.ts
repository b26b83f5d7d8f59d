import * as z from 'zod/mini'
import { ANSWER_TYPES, brokenQuestionRules } from '#domain/consent/question.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** A question of a consent form; the order of the list is the order of the form. */
export const ConsentQuestion = z.strictObject({
  id: EntityId,
  /** In English; one that ends in * must be answered. */
  ques: text(1000),
  ques_slang: text(1000),
  ans_type: z.enum(ANSWER_TYPES),
  /** Separated by `|`; empty for a text answer. */
  ans_options: text(4000),
  ans_options_slang: text(4000),
})
export type ConsentQuestion = z.output<typeof ConsentQuestion>

const QUESTIONS_MAX = 100

// Named by its number, as the person counts them.
const Questions = z.array(ConsentQuestion).check(
  z.maxLength(QUESTIONS_MAX, `are at most ${QUESTIONS_MAX}`),
  z.check((checked) => {
    for (const [index, question] of checked.value.entries()) {
      const [rule] = Object.values(brokenQuestionRules(question))
      if (rule === undefined) continue
      checked.issues.push({
        code: 'custom',
        message: `question ${index + 1}: ${rule}`,
        input: question,
        path: [],
      })
    }
  }),
)

/** Consent forms in English and a secondary language (docs/masters.md#queue-screens-and-consent-forms, docs/masters.md). Tablets fill them offline. */
export const consentForm = defineMaster({
  key: 'consentForm',
  title: 'Consent Forms',
  noun: 'consent form',
  base: 'api',
  // The list without pages is on the other base: consentFormCalls below.
  paths: { list: 'consent/listForms', save: 'consent/saveForm', remove: 'consent/deleteForm' },
  table: 'consent_form',
  owner: 'client',
  scope: 'client',
  tiles: ['consentForms'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this form?',
  fields: {
    name: { kind: 'text', label: 'Form Name (English)', required: true, max: 200 },
    name_slang: { kind: 'text', label: 'Form Name (secondary language)', max: 200 },
    status: { kind: 'active', label: 'Status' },
  },
  /** If omitted from a save, they stay unchanged. */
  extra: { questions: z.optional(Questions) },
  filters: STATUS_FILTER,
  columns: ['name', 'name_slang', 'questions', 'status'],
  search: ['name', 'name_slang'],
  unique: 'name',
})
export type ConsentFormRecord = z.output<typeof consentForm.record>

const common = { access: 'session', offline: { kind: 'never' } } as const

/** Calls for consent forms that other masters do not have (docs/wire.md#paths-and-bases). */
export const consentFormCalls = {
  forms: defineCall({
    ...common,
    key: 'master/consentForms',
    base: 'php',
    method: 'GET',
    path: 'master/consentForms',
    input: z.strictObject({ k: z.optional(text(200)), ...STATUS_FILTER }),
    output: resultOf(z.array(consentForm.record)),
  }),
  questions: defineCall({
    ...common,
    key: 'consent/formQuestions',
    module: 'consent_forms',
    base: 'api',
    method: 'GET',
    path: 'consent/formQuestions',
    input: z.strictObject({ consent_form_id: EntityId }),
    output: resultOf(z.array(ConsentQuestion)),
  }),
  saveQuestions: defineCall({
    ...common,
    key: 'consent/saveFormQuestions',
    module: 'consent_forms',
    base: 'api',
    method: 'POST',
    path: 'consent/saveFormQuestions',
    /** `rev` is the form's, if If-Match does not name it. */
    input: z.strictObject({ consent_form_id: EntityId, questions: Questions, rev: z.optional(z.int()) }),
    output: resultOf(consentForm.record),
  }),
} as const
