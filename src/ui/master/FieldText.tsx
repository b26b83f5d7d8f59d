import type { ReactNode } from 'react'
import type { Field, FieldKind } from '#contract/masters/engine/field.ts'
import { type MasterKey, referredTo } from '#contract/masters/engine/keys.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { markupText } from '#domain/report/markup-text.ts'
import { formatDay } from '#domain/time/formats.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { FieldOf } from './fields/field-props.ts'
import classes from './master.module.css'
import { useNames } from './names.tsx'
import { FIELD_WORDS, MASTER_WORDS as WORDS } from './words.ts'

interface TextProps<K extends FieldKind> {
  field: FieldOf<K>
  value: unknown
}

const plain = ({ value }: { value: unknown }): ReactNode => String(value)

/** How each kind is shown outside a form: in a list, or beside another version. */
const TEXTS: { [K in FieldKind]: (props: TextProps<K>) => ReactNode } = {
  text: plain,
  code: plain,
  digits: plain,
  email: plain,
  phone: plain,
  url: plain,
  port: plain,
  int: ({ field, value }) => (field.unit ? `${String(value)} ${field.unit}` : String(value)),
  percent: ({ value }) => `${String(value)} %`,
  points: ({ value }) => String(value),
  money: Money,
  choice: ({ field, value }) => field.labels?.[String(value)] ?? String(value),
  flag: ({ value }) => (value === 1 ? WORDS.yes : WORDS.no),
  active: ({ value }) => (
    <span className={classes.state} data-active={value === 1 || undefined}>
      {value === 1 ? WORDS.active : WORDS.inactive}
    </span>
  ),
  richText: ({ value }) => markupText(String(value)).replace(/\s+/g, ' ').trim(),
  colour: Colour,
  time: plain,
  day: ({ value }) => formatDay(String(value)),
  modalities: ({ value }) => (value as string[]).join(', '),
  reference: ({ field, value }) => <Names kind={referredTo(field)} ids={[String(value)]} />,
  references: ({ field, value }) => <Names kind={referredTo(field)} ids={value as string[]} />,
  chargeMap: ({ value }) => WORDS.entries(Object.keys(value as object).length),
  file: () => FIELD_WORDS.set,
  secret: () => FIELD_WORDS.set,
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A field's value in readable form; nothing if it is blank. */
export function FieldText({ field, value, blank }: { field: Field; value: unknown; blank?: ReactNode }) {
  if (isBlank(value)) return blank ?? null
  // The kind picks the text, which TypeScript cannot follow from the field to the table.
  const Text = TEXTS[field.kind] as (props: { field: Field; value: unknown }) => ReactNode
  return <Text field={field} value={value} />
}

function Money({ value }: { value: unknown }) {
  const session = useSession()
  if (!session || typeof value !== 'number') return String(value)
  const { locale, currency, no_of_decimal: decimals } = session
  return formatMoney(value, { locale, currency, decimals })
}

function Colour({ value }: { value: unknown }) {
  return (
    <span className="tabular">
      <span className={classes.swatch} style={{ background: String(value) }} aria-hidden />
      {String(value)}
    </span>
  )
}

function Names({ kind, ids }: { kind: MasterKey; ids: readonly string[] }) {
  const names = useNames(kind)
  // An id whose name is not known (yet) is not shown as a name.
  return ids.map((id) => names?.get(id) ?? '…').join(', ')
}
