import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const MIGRATIONS = join(import.meta.dirname, '../../server/migrations')
/** The first migration under the rule: older ones were shipped, and a shipped one is never edited. */
const FIRST = '0238'
/** Tables that grow with each day of work. */
const GROWING = [
  'audit_trail',
  'booking_request',
  'change_feed',
  'command_log',
  'critical_result',
  'critical_step',
  'exchange',
  'file',
  'follow_up',
  'lab_report',
  'message',
  'notification',
  'patient',
  'patient_choice',
  'patient_consent',
  'patient_notice',
  'patient_search',
  'patient_word',
  'prescription',
  'receipt',
  'referral_commission',
  'refund',
  'report',
  'report_addendum',
  'report_dispatch',
  'report_version',
  'share_link',
  'study',
  'study_comment',
  'study_document',
  'study_edit',
  'study_search',
  'treatment',
  'visit',
  'visit_comment',
  'visit_document',
  'visit_machine',
  'visit_paper',
  'visit_service',
]

/** Returns the statements of a migration that read a whole growing table while it is locked for writing. */
function wholeTableChecks(text: string): string[] {
  const statements = text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((one) => one.trim().replace(/\s+/g, ' ').toLowerCase())
  const made = statements.map((one) => /^create table (?:public\.)?(\w+)/.exec(one)?.[1])
  return statements.flatMap((statement) => {
    const [, table = '', changes = ''] =
      /^alter table (?:only )?(?:public\.)?(\w+) (.*)$/.exec(statement) ?? []
    if (!GROWING.includes(table) || made.includes(table)) return []
    return changes
      .split(/,(?=\s*(?:add|drop|alter|validate)\b)/)
      .map((change) => change.trim())
      .filter(isWholeTableCheck)
      .map((change) => `${table}: ${change.slice(0, 60)}`)
      .concat(validatesOwn(changes, statements) ? [`${table}: validates what the same file adds`] : [])
  })
}

function isWholeTableCheck(change: string): boolean {
  if (/^add constraint\b/.test(change))
    return /\b(check|foreign key)\b/.test(change) && !change.endsWith('not valid')
  if (/^add (check|foreign key)\b/.test(change)) return !change.endsWith('not valid')
  return /^add (column )?\w+ .*\bcheck\b/.test(change)
}

/** In the transaction that added it, a check is validated under the lock of its creation. */
function validatesOwn(changes: string, statements: readonly string[]): boolean {
  return [...changes.matchAll(/validate constraint (\w+)/g)].some(([, name]) =>
    statements.some((one) => one.includes(`add constraint ${name} `)),
  )
}

const HOW = `add the check as "not valid" in one migration and "validate constraint" it in the next (CONTRIBUTING.md):
each file is one transaction, and a check that is added at once locks everybody out of the table while it is read.`

test.each(readdirSync(MIGRATIONS).filter((file) => file >= FIRST))(
  '%s reads no growing table under a lock',
  (file) => {
    expect(wholeTableChecks(readFileSync(join(MIGRATIONS, file), 'utf8')), HOW).toEqual([])
  },
)

describe('the rule', () => {
  test.each([
    ['0235_peer_learning_since.sql', ['notification']],
    ['0236_follow_up_referrer.sql', ['patient_notice']],
    ['0227_where_a_machine_stood.sql', []],
    ['0225_peer_learning.sql', ['notification']],
  ])('finds the fault of %s', (file, tables) => {
    const found = wholeTableChecks(readFileSync(join(MIGRATIONS, file), 'utf8'))
    expect(found.map((one) => one.split(':')[0])).toEqual(tables)
  })

  test.each([
    ['alter table visit add constraint a check (b in (1, 2));', 1],
    ['alter table visit add constraint a check (b in (1, 2)) not valid;', 0],
    ['alter table visit validate constraint a;', 0],
    [
      'alter table visit add constraint a check (b > 0) not valid; alter table visit validate constraint a;',
      1,
    ],
    ['alter table visit drop constraint a, add constraint a check (b > 0);', 1],
    ['alter table visit add foreign key (client_id, b) references branch (client_id, id);', 1],
    ["alter table visit add column b text not null default '' check (b <> 'x');", 1],
    ['alter table visit add column b text;', 0],
    ['create table visit (id int); alter table visit add constraint a check (id > 0);', 0],
    ['alter table pacs add constraint a check (b > 0);', 0],
    ['-- alter table visit add constraint a check (b > 0);', 0],
  ])('%s', (text, count) => {
    expect(wholeTableChecks(text)).toHaveLength(count)
  })
})
