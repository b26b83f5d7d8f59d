import * as z from 'zod/mini'
import { CHARGE_BASES } from '#domain/branch/charge-bases.ts'
import { FINANCIAL_YEAR_STARTS } from '#domain/branch/financial-year.ts'
import { HL7_ADDRESS_RULE, isHl7Address } from '#domain/branch/hl7-address.ts'
import { readMarginText } from '#domain/branch/paper-margins.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'

const common = { base: 'api', access: 'session', offline: { kind: 'never' }, inClient: true } as const
const inClient = { client_id: z.optional(EntityId) }

/** Pixels at 96 per inch; A4 is 794 by 1123. */
export const MARGIN_MAX_PX = 600
const Px = z
  .int('must be a whole number')
  .check(z.gte(0, 'is not below 0'), z.lte(MARGIN_MAX_PX, 'is too large'))
const MarginText = z.string().check(
  z.maxLength(60),
  z.refine(
    (value) => readMarginText(value, MARGIN_MAX_PX) !== undefined,
    'must be four whole numbers of pixels: top, right, bottom, left',
  ),
)
const Hl7Url = z.string().check(
  z.maxLength(1000),
  z.refine((value) => value === '' || isHl7Address(value), HL7_ADDRESS_RULE),
)
const WebUrl = z.string().check(
  z.maxLength(1000),
  z.refine(
    (value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)),
    'must be a web address',
  ),
)
const ImageId = z.nullable(EntityId)
/** Write-only: absent leaves it unchanged, empty deletes it. */
const Secret = z.optional(text(500))

/** The fields of a branch's card in the settings drawer (docs/masters.md#settings), without its secrets. */
const configuration = {
  /** `top,right,bottom,left` with and without letterhead; empty is the default. */
  report_margins: MarginText,
  report_margins_without_hf: MarginText,
  /** Height of header and footer from the paper's edge; without letterhead the strips that pre-printed paper needs. */
  report_header_margin: Px,
  report_footer_margin: Px,
  report_header_margin_without_hf: Px,
  report_footer_margin_without_hf: Px,
  invoice_print_margin_top: Px,
  invoice_print_margin_bottom: Px,
  /** As the local law requires on an invoice; absent leaves them unchanged. */
  tax_no: z.optional(text(60)),
  company_no: z.optional(text(60)),
  /** The month in which invoice numbers restart. */
  financial_year_start: z.optional(z.enum(FINANCIAL_YEAR_STARTS)),
  /** Printed under reports of this branch, instead of the client's. */
  disclaimer: text(2000),
  report_header_img_id: ImageId,
  report_footer_img_id: ImageId,
  booklet_front_img_id: ImageId,
  booklet_back_img_id: ImageId,
  machine_communication_url: WebUrl,
  machine_communication_usr: text(100),
  machine_communication_dateformat: z.enum(['American', 'European']),
  machine_communication_type: z.enum(['JSON', 'HL7']),
  report_send_hl7_url: Hl7Url,
  report_send_hl7_usr: text(100),
  /** 1 if the report's PDF is attached; absent leaves it unchanged. */
  report_send_hl7_pdf: z.optional(Flag),
  /** The message type for order statuses to the sender; absent leaves it unchanged. */
  report_send_hl7_status: z.optional(z.enum(['Off', 'ORM', 'OMG'])),
  /** The `application|facility` that this connection leads back to; empty for every sender. */
  report_send_hl7_sender: z.optional(text(401)),
  lab_service_send_api_url: WebUrl,
  lab_service_send_api_usr: text(100),
  thirdparty_report_url: WebUrl,
  thirdparty_report_usr: text(100),
} as const

/** The passwords, stored separately from the other fields. */
export const CONFIGURATION_SECRETS = [
  'machine_communication_pwd',
  'report_send_hl7_pwd',
  'lab_service_send_api_pwd',
  'thirdparty_report_pwd',
] as const
export type ConfigurationSecret = (typeof CONFIGURATION_SECRETS)[number]

const each = <Value>(value: Value) =>
  Object.fromEntries(CONFIGURATION_SECRETS.map((name) => [name, value])) as Record<ConfigurationSecret, Value>
const eachFlag = Object.fromEntries(CONFIGURATION_SECRETS.map((name) => [`has_${name}`, Flag])) as Record<
  `has_${ConfigurationSecret}`,
  typeof Flag
>

/** A branch with all its settings, as its card shows it. */
export const BranchDetail = z.object({
  id: EntityId,
  rev: z.int(),
  name: z.string(),
  status: Flag,
  ...configuration,
  report_margins: z.string(),
  report_margins_without_hf: z.string(),
  tax_no: z.string(),
  company_no: z.string(),
  financial_year_start: z.enum(FINANCIAL_YEAR_STARTS),
  report_send_hl7_pdf: Flag,
  report_send_hl7_status: z.enum(['Off', 'ORM', 'OMG']),
  report_send_hl7_sender: z.string(),
  ...eachFlag,
  report_header_img_url: z.string(),
  report_footer_img_url: z.string(),
  booklet_front_img_url: z.string(),
  booklet_back_img_url: z.string(),
})
export type BranchDetail = z.output<typeof BranchDetail>

const MachineOfBranch = z.object({ id: EntityId, name: z.string(), modality: z.string(), aet: z.string() })

export const branchCalls = {
  detail: defineCall({
    ...common,
    key: 'branch/detail',
    method: 'GET',
    path: 'branch/detail/{id}',
    input: z.strictObject({ id: EntityId, ...inClient }),
    output: resultOf(BranchDetail),
  }),
  getWithMachines: defineCall({
    ...common,
    key: 'branch/getWithMachines',
    method: 'GET',
    path: 'branch/getWithMachines',
    input: z.strictObject(inClient),
    output: resultOf(
      z.array(z.object({ id: EntityId, name: z.string(), machines: z.array(MachineOfBranch) })),
    ),
  }),
  saveSettings: defineCall({
    ...common,
    key: 'branch/saveSettings',
    method: 'POST',
    path: 'branch/saveSettings',
    input: z.strictObject({
      id: EntityId,
      rev: z.optional(z.int()),
      ...inClient,
      charges_type: z.enum(CHARGE_BASES),
      fixed_price: z._default(
        z.number().check(z.gte(0, 'is not below 0'), z.lte(99_999_999_999, 'is too large')),
        0,
      ),
      tat_type: z.enum(CHARGE_BASES),
      fixed_tat: z._default(
        z
          .int('must be a whole number')
          .check(z.gte(0, 'is not below 0'), z.lte(525_600, 'is at most a year')),
        0,
      ),
    }),
    output: resultOf(z.object({ id: EntityId, rev: z.int() })),
  }),
  saveConfiguration: defineCall({
    ...common,
    key: 'branch/saveConfiguration',
    method: 'POST',
    path: 'branch/saveConfiguration',
    input: z.strictObject({
      id: EntityId,
      rev: z.optional(z.int()),
      ...inClient,
      ...configuration,
      ...each(Secret),
    }),
    output: resultOf(BranchDetail),
  }),
} as const
