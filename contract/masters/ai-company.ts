import * as z from 'zod/mini'
import { brokenDecimals } from '#domain/money/decimals-rule.ts'
import { AI_FORMATS } from '../calls/ai.ts'
import { EntityId, requiredText, text } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** Currencies of AI companies' prices (docs/wire.md#lists-and-limits). */
export const AI_CURRENCIES = ['USD', 'INR', 'KWD'] as const
export type AiCurrency = (typeof AI_CURRENCIES)[number]

export const AiPrice = z.number().check(
  z.gte(0, 'is not below 0'),
  z.lte(99_999_999, 'is too large'),
  z.refine((price) => brokenDecimals(price, 3) === undefined, 'has at most 3 decimals'),
)

const WebUrl = z.string().check(
  z.maxLength(1000),
  z.refine(
    (value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)),
    'must be a web address',
  ),
)

/** One body part that a company reads. */
export const AiCompanyBodyPart = z.strictObject({
  /** Minted by its creator; clients refer to it in their purchases. */
  id: EntityId,
  bodypart: requiredText(100),
  price: z._default(AiPrice, 0),
  currency: z._default(z.enum(AI_CURRENCIES), 'USD'),
  description: z._default(text(2000), ''),
  viewer_url: z._default(WebUrl, ''),
})
export type AiCompanyBodyPart = z.output<typeof AiCompanyBodyPart>

/** A company's offer for one modality. */
export const AiCompanyModality = z.strictObject({
  modality: requiredText(16),
  bodyparts: z.array(AiCompanyBodyPart).check(z.minLength(1, 'needs a body part'), z.maxLength(200)),
})
export type AiCompanyModality = z.output<typeof AiCompanyModality>

/** Companies that read studies (docs/masters.md#ai): the platform's, stored apart from every client's tables. */
export const aiCompany = defineMaster({
  key: 'aiCompany',
  title: 'AI Companies',
  noun: 'AI company',
  base: 'api',
  paths: { list: 'ai/companies', save: 'ai/saveCompany', remove: 'ai/deleteCompany' },
  table: 'ai_company',
  owner: 'platform',
  scope: 'none',
  pagesOnDevice: true,
  tiles: ['aiCompanies'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    report_response_format: {
      kind: 'choice',
      label: 'Report Response Format',
      required: true,
      options: AI_FORMATS,
      labels: { Html: 'HTML', Pdf_Base64: 'PDF (Base64)' },
      default: 'Html',
    },
    basic_auth_usr: { kind: 'text', label: 'Basic Auth User', required: true, max: 100 },
    basic_auth_pwd: {
      kind: 'secret',
      label: 'Basic Auth Password',
      max: 200,
      hint: 'The company sends it with its results. Only its fingerprint is kept.',
    },
    status: { kind: 'active', label: 'Status' },
  },
  extra: { modalities: z.array(AiCompanyModality).check(z.maxLength(40, 'are at most 40')) },
  filters: STATUS_FILTER,
  columns: ['name', 'report_response_format', 'basic_auth_usr', 'modalities', 'status'],
  search: ['name', 'basic_auth_usr'],
  unique: 'basic_auth_usr',
})
export type AiCompanyRecord = z.output<typeof aiCompany.record>
export type AiCompanyInput = z.output<typeof aiCompany.input>
