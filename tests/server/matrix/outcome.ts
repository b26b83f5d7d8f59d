import { type Ask, PLACES } from './records.ts'

/** The result of a call, in the words of the matrix. */
export interface Outcome {
  /**
   * `ok`, `none` (the list is empty), `no` (not_permitted), `-` (not_found), `out` (signed_out), `off`
   * (module_off), or the code itself.
   */
  cell: string
  /** Of an answer: each field with a value; the elements of a list are merged. */
  fields: ReadonlySet<string>
}

const CODES: Readonly<Record<string, string>> = {
  not_permitted: 'no',
  not_found: '-',
  signed_out: 'out',
  module_off: 'off',
}

/** Fields that only some may see; each kind has the letter that marks a cell whose answer has a value of it. */
const SENSITIVE: readonly (readonly [string, RegExp])[] = [
  // Amounts of visits, receipts, sales and pay-out.
  [
    '$',
    /(^|\.)(amount|net|net_charges|received|refunded|balance|receivable|paid|due|collected|total_amount|recorded_cash|counted_cash|rate|patient_share_amount|settled|hidden_discount)(\[\])?$/,
  ],
  // Commissions of referrers.
  ['%', /(^|\.)(\w*commission\w*|default_refdr_charges\w*|refdr_\w+|service_charges|charges_per)(\[\])?$/],
  // Government numbers of a person.
  ['#', /(^|\.)(ssn|passport)(\[\])?$/],
]

/** An answer with only these fields is empty. */
const SAYS_NOTHING = /(^|\.)page(\.\w+)?$|^(cursor|pos|epoch|granted\[\]|rights|as_at|windows\..*)$/

const NEVER = /(^|\.)(password|password_hash|pwd|secret_hash|token_hash|\w+_pwd|smtp_password)$/

/** Ids that show that an answer contains records of others. */
export interface Foreign {
  branch: ReadonlySet<string>
  patients: ReadonlySet<string>
  client: ReadonlySet<string>
  home: ReadonlySet<string>
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Reads the ids of the other branch's records, of the patients who were only there, and of each client. */
export async function readForeign(ask: Ask): Promise<Foreign> {
  const ids = async (text: string, values: unknown[]) =>
    new Set((await ask<{ id: string }>(text, values)).map(({ id }) => id))
  const tables = await ask<{ t: string }>(
    `select c.table_name as t from information_schema.columns c
      join information_schema.tables b on b.table_schema = c.table_schema and b.table_name = c.table_name
      where c.table_schema = 'public' and b.table_type = 'BASE TABLE' and c.column_name in ('client_id', 'id')
        and c.data_type = 'uuid' and c.table_name <> 'command_log' group by 1 having count(*) = 2`,
    [],
  )
  const all = tables.map(({ t }) => `select id from ${t} where client_id = $1`).join(' union all ')
  const { client, branch } = PLACES.branch
  // The platform's records have the same id in every client.
  const ofHome = await ids(all, [client])
  const ofOther = await ids(all, [PLACES.client.client])
  const ofBranch = ['visit', 'study', 'receipt', 'refund', 'booking_request']
    .map((t) => `select id from ${t} where client_id = $1 and branch_id = $2`)
    .join(' union all ')
  return {
    branch: await ids(ofBranch, [client, branch]),
    patients: await ids(
      `select p.id from patient p where p.client_id = $1
        and exists (select from visit v where v.client_id = $1 and v.patient_id = p.id and v.branch_id = $2)
        and not exists (select from visit v where v.client_id = $1 and v.patient_id = p.id and v.branch_id <> $2)
        and not exists (select from study s where s.client_id = $1 and s.patient_id = p.id and s.branch_id is distinct from $2)
        and not exists (select from booking_request b where b.client_id = $1 and b.patient_id = p.id and b.branch_id <> $2)`,
      [client, branch],
    ),
    client: without(ofOther, ofHome),
    home: without(ofHome, ofOther),
  }
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...some].filter((id) => !others.has(id)))

/** Returns the cell of a refusal. */
export const cellOfCode = (code: string): string => CODES[code] ?? code

/**
 * Evaluates an answer of a call. `isStranger`: the caller belongs to the other client, so that the home
 * client's records must not be visible.
 */
export function outcomeOf(
  status: number,
  body: unknown,
  sent: string,
  foreign: Foreign,
  isStranger: boolean,
): Outcome {
  if (status >= 400) {
    const { code = String(status) } = (body ?? {}) as { code?: string }
    return { cell: cellOfCode(code), fields: new Set() }
  }
  const fields = new Set<string>()
  gather(body, '', fields)
  if (![...fields].some((field) => !SAYS_NOTHING.test(field))) return { cell: 'none', fields }
  const text = JSON.stringify(body) ?? ''
  const named = new Set(text.match(UUID) ?? [])
  // Ids that the caller sent may be repeated in the answer.
  for (const id of sent.match(UUID) ?? []) named.delete(id)
  const holds = (ids: ReadonlySet<string>) => [...named].some((id) => ids.has(id))
  const marks = [
    ...SENSITIVE.filter(([, pattern]) => [...fields].some((field) => pattern.test(field))).map(
      ([mark]) => mark,
    ),
    ...(!isStranger && holds(foreign.branch) ? ['B'] : []),
    ...(!isStranger && holds(foreign.patients) ? ['P'] : []),
    ...(holds(isStranger ? foreign.home : foreign.client) ? ['CLIENT'] : []),
    ...([...fields].some((field) => NEVER.test(field)) ? ['SECRET'] : []),
  ]
  return { cell: ['ok', ...marks].join(' '), fields }
}

/** A duration, which is sometimes 0 ms. */
const TOOK = /(^|\.)ms$/

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

function gather(value: unknown, path: string, fields: Set<string>): void {
  if (isNothing(value)) return
  if (Array.isArray(value)) {
    if (value.length > 0 && path !== '') fields.add(`${path}[]`)
    for (const part of value) gather(part, `${path}[]`, fields)
  } else if (typeof value === 'object') {
    for (const [name, part] of Object.entries(value))
      gather(part, `${path}${path === '' ? '' : '.'}${nameOf(name)}`, fields)
  } else if (value !== 0 && !TOOK.test(path)) fields.add(path)
}

// Keys that are ids, days or numbers are data.
const nameOf = (name: string) =>
  /^[0-9a-f]{8}-[0-9a-f-]{27}$|^\d+$|^\d{4}-\d\d(-\d\d)?$/.test(name) ? '*' : name
