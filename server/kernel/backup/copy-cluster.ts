import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { copyFile } from './copy-file.ts'
import { type CopiedFile, type CopiedTree, copyTree } from './copy-tree.ts'

/**
 * PostgreSQL recreates their contents (its manual, "Making a Base Backup"); the write-ahead log is copied separately.
 */
const EMPTY_FOLDERS =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
/** Files of the running process, of earlier backups, and temporary files. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|postgresql\.auto\.conf\.tmp)$|(^|\/)(pgsql_tmp|pg_internal\.init)/
const SEGMENT = /^[0-9A-F]{24}$/

/** A copy of a running cluster, as it was when copying ended. */
export interface ClusterCopy extends CopiedTree {
  /** PostgreSQL's version, `18.1`. */
  postgres: string
  /** Everything committed before this moment is in the copy. */
  until: Date
}

/**
 * Copies a cluster while it runs and is written to. The copy has the state of when copying ended: starting it replays
 * the write-ahead log up to there, and includes everything committed before.
 */
export async function copyCluster(
  adminUrl: string,
  cluster: string,
  to: string,
  now: () => Date,
): Promise<ClusterCopy> {
  // The backup belongs to this connection: if it breaks, the server ends the backup, and so do we.
  const client = new Client({ connectionString: adminUrl, application_name: 'readroom backup' })
  // A connection that drops is reported by the query that used it.
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseTablespaces(cluster)
    // Keeps the log written during the backup from being recycled for as long as this connection lives.
    await client.query(
      "select pg_create_physical_replication_slot('readroom_backup_' || pg_backend_pid(), true, true)",
    )
    await client.query("select pg_backup_start('readroom', fast => true)")
    const tree = await copyTree(cluster, to, {
      leaveOut: (path) => EMPTY_FOLDERS.test(path) || LEFT_OUT.test(path),
      last: 'global/pg_control',
    })
    const until = now()
    const { label, lastSegment } = await stopBackup(client)
    const log = await copyLog(cluster, to, label, lastSegment)
    const labelFile = await writeLabel(to, label)
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const [postgres = ''] = rows[0]?.server_version.split(' ') ?? []
    return { folders: tree.folders, files: [...tree.files, ...log, labelFile], postgres, until }
  } finally {
    await client.end().catch(() => {})
  }
}

async function refuseTablespaces(cluster: string): Promise<void> {
  const [first] = await readdir(join(cluster, 'pg_tblspc'))
  if (first !== undefined)
    throw new Error('The database has tablespaces outside of its folder, which this backup does not hold.')
}

async function stopBackup(client: Client): Promise<{ label: string; lastSegment: string }> {
  const { rows } = await client.query<{ label: string; segment: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)',
  )
  const [end] = rows
  if (!end) throw new Error('PostgreSQL did not end the backup.')
  return { label: end.label, lastSegment: end.segment }
}

/** Copies the log that makes the copy consistent: from the label's first segment to the last one. */
async function copyLog(
  cluster: string,
  to: string,
  label: string,
  lastSegment: string,
): Promise<CopiedFile[]> {
  const firstSegment = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)/m.exec(label)?.[1] ?? ''
  const names = (await readdir(join(cluster, 'pg_wal'))).filter(
    (name) => name.endsWith('.history') || (SEGMENT.test(name) && isBetween(name, firstSegment, lastSegment)),
  )
  for (const end of [firstSegment, lastSegment])
    if (!names.includes(end)) throw new Error(`The write-ahead log ${end} is not there any more.`)
  const copied: CopiedFile[] = []
  for (const name of names) {
    const path = `pg_wal/${name}`
    const content = await copyFile(join(cluster, path), join(to, path))
    if (content) copied.push({ path, ...content })
  }
  return copied
}

// The first eight digits are the timeline, which may differ in a segment from before a recovery.
const isBetween = (name: string, first: string, last: string) =>
  name.slice(8) >= first.slice(8) && name.slice(8) <= last.slice(8)

/** Without the label the copy would start as if after a crash, from the wrong place, and be silently corrupt. */
async function writeLabel(to: string, label: string): Promise<CopiedFile> {
  const path = 'backup_label'
  await writeFile(join(to, path), label, { mode: 0o600, flush: true })
  const bytes = await readFile(join(to, path))
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
