import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MASTERS_WITH_HOOKS } from '#server/features/master-hooks.ts'
import { SERVED_MASTERS } from '#server/features/served-masters.ts'

/**
 * One folder of the server writes a table; the others call a function of that folder. What belongs to a write (the
 * next revision, the announcement to devices, what must be locked first) then stands in one place.
 *
 * A table of a master is also written by the engine in server/masters, for the folder that has its hooks. Functions of
 * the schema `entry` in migrations are not read.
 */
const LEFT_OUT = ['server/migrations/', 'server/features/demo/']

/** Writers besides the owner, each with its reason. */
const ALLOWED: Readonly<Record<string, { tables: readonly string[]; why: string }>> = {
  'server/features/settings/seal-plain-secrets.ts': {
    tables: ['branch', 'client_setting', 'pacs'],
    why: 'at the start it encrypts what an older version stored as plain text, the same way in every table',
  },
}

/** Files whose statements take the table as a value, with the tables that they are given. */
const CHOSEN_LATER: Readonly<Record<string, readonly string[]>> = {
  'server/features/catalogue/commission-store.ts': [
    'ref_dr_commission_department',
    'ref_dr_commission_service',
  ],
  'server/features/comments/comment-table.ts': ['study_comment', 'visit_comment'],
  'server/features/documents/document-table.ts': ['study_document', 'visit_document'],
  'server/features/payments/cancel.ts': ['receipt', 'refund'],
  'server/features/payments/public/drawer-store.ts': ['receipt', 'refund'],
  'server/features/platform/save-platform-record.ts': ['ai_company', 'client', 'licence'],
  'server/features/settings/seal-plain-secrets.ts': ['branch', 'client_setting', 'pacs'],
  // The masters' own tables, with the hooks of one folder.
  'server/masters/remove.ts': [],
  'server/masters/save.ts': [],
}

const NAMED = new RegExp(
  [
    String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into)\s+(?:only\s+)?"?([a-z_][a-z0-9_.]*)`,
    String.raw`\bupdate\s+(?:only\s+)?"?([a-z_][a-z0-9_.]*)"?(?:\s+(?:as\s+)?[a-z_][a-z0-9_]*)?\s+set\b`,
    String.raw`\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*'([a-z_][a-z0-9_.]*)`,
  ].join('|'),
  'gi',
)
const LATER =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|update)\s+(?:only\s+)?\$\{|\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?!\s|')/i

const withoutComments = (text: string) => text.replace(/^\s*(?:\/\*\*?|\*|\/\/).*$/gm, '')

/** Returns the tables that a source names in its writes, and whether it takes one as a value. */
function writesIn(text: string): { tables: string[]; isChosenLater: boolean } {
  const code = withoutComments(text)
  const tables = [...code.matchAll(NAMED)].map(([, into, updated, built]) => into ?? updated ?? built ?? '')
  return { tables: [...new Set(tables)].sort(), isChosenLater: LATER.test(code) }
}

test.each<[string, string, string[], boolean]>([
  ['an insert', 'sql`insert into visit (id) values (1)`', ['visit'], false],
  ['an update over two lines', 'sql`update visit\n  set rev = 2`', ['visit'], false],
  ['an update with an alias', 'sql`update message m set state = 1`', ['message'], false],
  ['a delete within a query', 'sql`with gone as (delete from study returning id) select`', ['study'], false],
  ['a merge', "'merge into receipt using x on true'", ['receipt'], false],
  ['a table of a schema', "'insert into entry.otp (id) values (1)'", ['entry.otp'], false],
  ['the query builder', "tx\n  .updateTable('visit as v')\n  .set({})", ['visit'], false],
  ['two writes', "tx.insertInto('refund'); tx.deleteFrom(\n 'receipt')", ['receipt', 'refund'], false],
  ['a table as a value in SQL', 'sql`update ${table} set rev = 2`', [], true],
  ['a table as a value of the builder', 'tx.updateTable(table)', [], true],
  ['a lock', 'sql`select id from visit for update of visit`', [], false],
  ['a comment', '/** They update visit set by set; insert into visit. */\n// delete from visit', [], false],
  ['a conflict', 'sql`on conflict (id) do update set rev = 2`', [], false],
])('%s is read as it is meant', (_, text, tables, isChosenLater) => {
  expect(writesIn(text)).toEqual({ tables, isChosenLater })
})

interface Write {
  file: string
  table: string
}

/** Returns the tables of the database, as its generated types name them. */
function tablesOfDatabase(): ReadonlySet<string> {
  const [, rows = ''] =
    /export interface DB \{([^}]*)\}/.exec(readFileSync('server/kernel/database/schema.ts', 'utf8')) ?? []
  return new Set([...rows.matchAll(/^\s*"?([\w.]+)"?:/gm)].map(([, name]) => name!))
}

/** Returns a feature, or a part of the server beside the features. */
const folderOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('server/features/') ? 3 : 2)
    .join('/')

const files = ['server', 'scripts']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
  .filter((file) => /\.(?:ts|mjs)$/.test(file) && !LEFT_OUT.some((folder) => file.startsWith(folder)))
const sources = files.map((file) => ({ file, ...writesIn(readFileSync(file, 'utf8')) }))
const tables = tablesOfDatabase()
const writes: Write[] = sources.flatMap(({ file, tables: named }) =>
  [...named, ...(CHOSEN_LATER[file] ?? [])].map((table) => ({
    file,
    table,
  })),
)
const isAllowed = ({ file, table }: Write) => ALLOWED[file]?.tables.includes(table) ?? false

/**
 * Returns by the table of a master the folder that may write it beside the engine: that of its hooks
 * (server/features/master-hooks.ts). The engine alone writes a master without hooks.
 */
function ownersOfMasters(): ReadonlyMap<string, string> {
  const text = readFileSync('server/features/master-hooks.ts', 'utf8')
  const folders = [...text.matchAll(/^ {2}hooked\(\w+, (\w+)(?:\(.*\))?\),$/gm)].map(([, hooks]) => {
    const [, folder] = new RegExp(String.raw`\{ ${hooks} \} from '\./([\w-]+)/`).exec(text) ?? []
    return `server/features/${folder}`
  })
  expect(folders).toHaveLength(MASTERS_WITH_HOOKS.length)
  return new Map([
    ...SERVED_MASTERS.map(({ master }) => [master.table, 'server/masters'] as const),
    ...MASTERS_WITH_HOOKS.map(({ master }, at) => [master.table, folders[at]!] as const),
  ])
}

test('the walk finds the writes', () => {
  expect(tables.size).toBeGreaterThan(130)
  expect(new Set(writes.map(({ table }) => table)).size).toBeGreaterThan(110)
})

test('one folder of the server writes a table', () => {
  const byTable = Map.groupBy(
    writes.filter((write) => !isAllowed(write)),
    ({ table }) => table,
  )
  const shared = [...byTable]
    .map(([table, those]) => ({ table, folders: Map.groupBy(those, ({ file }) => folderOf(file)) }))
    .filter(({ folders }) => folders.size > 1)
    .map(({ table, folders }) => {
      const owners = [...folders].map(
        ([folder, those]) => `${folder} (${those.map(({ file }) => file).join(', ')})`,
      )
      return `${table}: written by ${owners.join(' and by ')}`
    })
  expect(
    shared,
    'Call a function of the folder that owns the table, or add one there (visits/public/write-store.ts is an example); it also raises the revision and announces the change.',
  ).toEqual([])
})

test('the table of a master is written by its engine, and by the folder of its hooks alone', () => {
  const owners = ownersOfMasters()
  const foreign = writes
    .filter((write) => !isAllowed(write))
    .filter(({ file, table }) => owners.has(table) && owners.get(table) !== folderOf(file))
    .map(({ file, table }) => `${file} writes ${table} of ${owners.get(table)}`)
  expect(foreign, 'Call a function of the folder that is named, or add one there.').toEqual([])
})

test('a file that takes its table as a value is on the list with the tables that it is given', () => {
  const later = sources.filter(({ isChosenLater }) => isChosenLater).map(({ file }) => file)
  expect(later.sort(), 'name the tables under CHOSEN_LATER').toEqual(Object.keys(CHOSEN_LATER).sort())
  const unknown = Object.values(CHOSEN_LATER)
    .flat()
    .filter((table) => !tables.has(table))
  expect(unknown, 'no tables of the database').toEqual([])
})

test('every exception is still needed', () => {
  const unused = Object.entries(ALLOWED).flatMap(([file, { tables }]) =>
    tables
      .filter((table) => !writes.some((write) => write.file === file && write.table === table))
      .map((table) => `${file}: ${table}`),
  )
  expect(unused, 'take it off the list').toEqual([])
})
