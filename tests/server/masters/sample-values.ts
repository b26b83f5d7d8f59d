import type { Field, FieldKind } from '#contract/masters/engine/field.ts'
import type { MasterKey } from '#contract/masters/engine/keys.ts'

/** Existing records that others may reference. */
export type SampleIds = Partial<Record<MasterKey, string>>

type KindOf<K extends FieldKind> = Extract<Field, { kind: K }>
type Values = { [K in FieldKind]: (field: KindOf<K>, n: number, place: SampleIds) => unknown }
type Refused = { [K in FieldKind]: (field: KindOf<K>) => unknown[] }

const NOBODY = '00000000-0000-7000-8000-0000000000ff'
const tooLong = (max: number) => 'x'.repeat(max + 1)
const named = (place: SampleIds, to: string) => place[to as MasterKey] ?? null

/** A valid value for each kind of field; `n` makes records differ. A new kind of field needs an entry to compile. */
const GOOD: Values = {
  text: (_, n) => `Text ${n}`,
  code: (_, n) => `C${n}`,
  digits: (_, n) => `${n}`,
  email: (_, n) => `walk${n}@centre.example`,
  phone: (_, n) => `98200${String(n).padStart(5, '0')}`,
  url: (_, n) => `https://centre.example/${n}`,
  port: () => 5432,
  int: ({ min }) => min,
  percent: () => 12.5,
  points: () => 2.75,
  money: () => 1250.5,
  choice: ({ options }) => options[0],
  flag: () => 1,
  active: () => 1,
  richText: (_, n) => `<p>Text ${n}</p>`,
  colour: () => '#00cc66',
  time: () => '09:30',
  day: () => '2026-12-01',
  modalities: () => ['CT', 'MR'],
  reference: ({ to }, _n, place) => named(place, to),
  references: ({ to }, _n, place) => [named(place, to)].filter((id) => id !== null),
  chargeMap: ({ by }, _n, place) => {
    const id = place[by === 'branch' ? 'branch' : 'user']
    return id === undefined ? {} : { [id]: 300.5 }
  },
  file: () => null,
  secret: () => 'Secret#1',
}

/** Invalid values of each kind. */
const BAD: Refused = {
  text: ({ max = 200 }) => [tooLong(max), 7],
  code: ({ max }) => [tooLong(max)],
  digits: ({ max }) => ['1a', '9'.repeat(max + 1)],
  email: () => ['nobody', 'two@@centre.example'],
  phone: () => ['12345678901', '98-20'],
  url: () => ['no address', 'javascript:alert(1)'],
  port: () => [0, 65_536, 80.5, '80'],
  int: ({ min, max }) => [min - 1, max + 1, min + 0.5],
  percent: () => [1.234, -1, 100.5],
  points: () => [-1, 10_000, 1.005],
  money: () => [-1, 1e12, '12', 1.2345],
  choice: () => ['Neither'],
  flag: () => [2, 'Y'],
  active: () => [2, 'Active'],
  richText: () => ['<script>alert(1)</script>', '<p onclick="x">Text</p>'],
  colour: () => ['red', '#12345', 'url(x)'],
  time: () => ['25:00', '9.30'],
  day: () => ['tomorrow', '2026-02-31'],
  modalities: () => [['Nothing'], 'CT'],
  reference: () => [NOBODY, 'the first'],
  references: () => [[NOBODY], ['the first']],
  chargeMap: () => [{ [NOBODY]: 1 }, { first: 1 }],
  file: () => ['the first'],
  secret: ({ max = 500 }) => [tooLong(max)],
}

/** Returns a valid value of the field. */
export const goodValue = (field: Field, n: number, place: SampleIds): unknown =>
  (GOOD[field.kind] as (field: Field, n: number, place: SampleIds) => unknown)(field, n, place)

/** Returns values that the field must refuse. */
export const badValues = (field: Field): unknown[] => (BAD[field.kind] as (field: Field) => unknown[])(field)
