import * as z from 'zod/mini'
import { Day, EntityId, Flag } from '#contract/kernel/fields.ts'
import { HL7_ADDRESS_RULE, isHl7Address } from '#domain/branch/hl7-address.ts'
import type { FileUse } from '#domain/file/limits.ts'
import { brokenDecimals } from '#domain/money/decimals-rule.ts'
import { brokenFieldRule } from '#domain/report/fields/field-rule.ts'
import { isModality } from '#domain/study/modalities.ts'

/** What every kind of field has. */
interface Named {
  label: string
  /** Why the form refuses a blank one: 'is required'. */
  required?: true
  /** Said below the widget. */
  hint?: string
  /** Column of the table, where it is not the field's own name. */
  column?: string
  /** Shown and sent only where the caller's client has one of these main modules or the record says so: see `extra`. */
  hidden?: true
}

/**
 * One field of a master (ARCHITECTURE "Masters"). The kind picks the widget of the form, the cell of the list, the
 * check on both sides and the shape of the column; nothing else does.
 */
export type Field = Named &
  /** `lineMax`: letters that each line has at most. */
  (
    | { kind: 'text'; max?: number; lines?: number; lineMax?: number }
    | { kind: 'code'; max: number }
    | { kind: 'digits'; max: number }
    | { kind: 'email' }
    | { kind: 'phone' }
    /** A web address; `use` names another one. */
    | { kind: 'url'; use?: 'hl7' }
    | { kind: 'port' }
    /** A whole number. */
    | { kind: 'int'; min: number; max: number; unit?: string; default?: number }
    /** 0 to 100, two decimals. */
    | { kind: 'percent' }
    /** 0 to 9,999.99, at most two decimals. */
    | { kind: 'points'; default?: number }
    /** An amount in the client's currency; digits and a dot only. */
    /** `percentBy`: a choice that makes it a percentage where it says 'Percent'. */
    | { kind: 'money'; default?: number; percentBy?: string }
    | {
        kind: 'choice'
        options: readonly string[]
        labels?: Readonly<Record<string, string>>
        default?: string
      }
    /** 0 or 1, shown as a switch. */
    | { kind: 'flag'; default?: 0 | 1 }
    /** Status Active (1) or Inactive (0); new records are Active. */
    | { kind: 'active' }
    /** `hasFields`: brackets in it are fields of a report, and must read as such (domain/report/fields). */
    | { kind: 'richText'; max?: number; hasFields?: true }
    /** #rrggbb */
    | { kind: 'colour'; default: string }
    /** hh:mm */
    | { kind: 'time' }
    | { kind: 'day' }
    | { kind: 'modalities' }
    /** One record of another master. */
    | { kind: 'reference'; to: string; default?: undefined }
    | { kind: 'references'; to: string }
    /** Charge by branch or by doctor: `{ id: amount }`; blank entries are not sent. */
    | { kind: 'chargeMap'; by: 'branch' | 'radiologyDoctor' }
    | { kind: 'file'; use: FileUse; purpose: string }
    /**
     * Written, never read: stored sealed, and a browser is only told whether there is one (`has_<name>` in the record).
     * Absent on a save means unchanged, an empty text takes it away.
     */
    | { kind: 'secret'; max?: number; lines?: number }
  )

export type FieldKind = Field['kind']
export type Fields = Readonly<Record<string, Field>>

/** What a field's value is, in a save and in a record. */
export type ValueOf<F extends Field> = F extends { kind: 'int' | 'percent' | 'points' | 'money' | 'port' }
  ? number
  : F extends { kind: 'flag' | 'active' }
    ? 0 | 1
    : F extends { kind: 'choice'; options: readonly (infer Option)[] }
      ? Option
      : F extends { kind: 'modalities' | 'references' }
        ? string[]
        : F extends { kind: 'chargeMap' }
          ? Record<string, number>
          : F extends { kind: 'reference' | 'file' | 'port' }
            ? string | null
            : string

const POINTS_MAX = 9_999.99
const MONEY_MAX = 99_999_999_999

const blankOr = (pattern: RegExp, message: string) =>
  z.string().check(z.maxLength(500), z.regex(new RegExp(`^$|${pattern.source}`, pattern.flags), message))

const trimmed = (max: number) =>
  z.pipe(
    z.transform((value) => (typeof value === 'string' ? value.trim() : value)),
    z.string().check(z.maxLength(max)),
  )

type KindOf<K extends FieldKind> = Extract<Field, { kind: K }>

/** The check of each kind, before `required` is added. A new kind does not compile until it has its line here. */
const CHECKS: { [K in FieldKind]: (field: KindOf<K>) => z.ZodMiniType } = {
  text: ({ max = 200, lineMax }) => (lineMax === undefined ? trimmed(max) : linesOf(max, lineMax)),
  code: (field) => trimmed(field.max),
  digits: (field) => z.string().check(z.maxLength(field.max), z.regex(/^\d*$/, 'takes digits only')),
  email: () => blankOr(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address'),
  phone: () =>
    z.string().check(z.maxLength(10, 'is at most 10 digits'), z.regex(/^\d*$/, 'takes digits only')),
  url: (field) =>
    z
      .string()
      .check(
        z.maxLength(1000),
        field.use === 'hl7'
          ? z.refine((value) => value === '' || isHl7Address(value), HL7_ADDRESS_RULE)
          : z.refine((value) => value === '' || isWebAddress(value), 'must be a web address'),
      ),
  port: () =>
    z
      .int('must be a port: 1 to 65535')
      .check(z.gte(1, 'must be a port: 1 to 65535'), z.lte(65_535, 'must be a port: 1 to 65535')),
  int: (field) =>
    z
      .int('must be a whole number')
      .check(z.gte(field.min, `is at least ${field.min}`), z.lte(field.max, `is at most ${field.max}`)),
  percent: () =>
    z.number().check(z.gte(0, 'is 0 to 100'), z.lte(100, 'is 0 to 100'), z.refine(isPercent, PERCENT_RULE)),
  points: () =>
    z.number().check(
      z.gte(0, 'is 0 to 9,999.99'),
      z.lte(POINTS_MAX, 'is 0 to 9,999.99'),
      z.refine((value) => Number(value.toFixed(2)) === value, 'has at most 2 decimals'),
    ),
  money: () => z.number().check(z.gte(0, 'is not below 0'), z.lte(MONEY_MAX, 'is too large')),
  choice: (field) => z.enum(field.options as [string, ...string[]], `is one of ${field.options.join(', ')}`),
  flag: () => Flag,
  active: () => Flag,
  richText: (field) =>
    z.string().check(
      z.maxLength(field.max ?? 200_000),
      z.refine((value) => !field.hasFields || brokenFieldRule(value) === undefined, {
        error: ({ input }) => brokenFieldRule(String(input)),
      }),
    ),
  colour: () => z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #cc0000')),
  time: () => blankOr(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:30'),
  day: () => z.union([z.literal(''), Day], 'must be a date'),
  modalities: () =>
    z.array(z.string().check(z.refine(isModality, 'is not a modality of the list'))).check(z.maxLength(40)),
  reference: () => z.nullable(EntityId),
  references: () => z.array(EntityId).check(z.maxLength(500)),
  chargeMap: () =>
    z.record(EntityId, z.number().check(z.gte(0, 'is not below 0'), z.lte(MONEY_MAX, 'is too large'))),
  file: () => z.nullable(EntityId),
  secret: (field) => z.string().check(z.maxLength(field.max ?? 500)),
}

/** What a percentage of more decimals is told. */
export const PERCENT_RULE = 'has at most 2 decimals'

/** True for a percentage as it is kept: with two decimals or fewer. */
export const isPercent = (value: number): boolean => brokenDecimals(value, 2) === undefined

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)
}

const isBlank = (value: unknown) =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0)

/** The check of one field as a save sends it; a blank value of a required one is refused with 'is required'. */
export function checkOf(field: Field): z.ZodMiniType {
  const check = (CHECKS[field.kind] as (field: Field) => z.ZodMiniType)(field)
  return field.required ? check.check(z.refine((value) => !isBlank(value), 'is required')) : check
}

/** A text whose lines are names of their own. */
const linesOf = (max: number, lineMax: number) =>
  trimmed(max).check((payload) => {
    const at = payload.value.split('\n').findIndex((line) => line.trim().length > lineMax)
    if (at < 0) return
    const message = `has a line of more than ${lineMax} letters: line ${at + 1}`
    payload.issues.push({ code: 'custom', input: payload.value, message })
  })

/** What a new record's form begins with. */
export const DEFAULTS: { [K in FieldKind]: (field: KindOf<K>) => unknown } = {
  text: () => '',
  code: () => '',
  digits: () => '',
  email: () => '',
  phone: () => '',
  url: () => '',
  port: () => null,
  int: (field) => field.default ?? null,
  percent: () => null,
  points: (field) => field.default ?? null,
  money: (field) => field.default ?? null,
  choice: (field) => field.default ?? null,
  flag: (field) => field.default ?? 0,
  active: () => 1,
  richText: () => '',
  colour: (field) => field.default,
  time: () => '',
  day: () => '',
  modalities: () => [],
  reference: () => null,
  references: () => [],
  chargeMap: () => ({}),
  file: () => null,
  secret: () => '',
}
