import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../files/write-durably.ts'
import { type Content, copyFile, unlessGone } from './copy-file.ts'

/** Concurrent files: the disk's own queue sets the pace, not the processor. */
const AT_ONCE = 8

/** A file of a tree; `path` is relative to the tree's root, with `/` on every system. */
export interface CopiedFile extends Content {
  path: string
}

/** What was copied; folders are listed too because a database needs its empty ones. */
export interface CopiedTree {
  folders: string[]
  files: CopiedFile[]
}

interface Choice {
  /** Called with files and folders; those it returns true for are not copied. */
  leaveOut?: (path: string) => boolean
  /** This file is copied after all others. */
  last?: string
}

/** Copies a folder durably, file by file, while it may be written to. Throws for links: they lead out of the folder. */
export async function copyTree(
  from: string,
  to: string,
  { leaveOut = () => false, last }: Choice = {},
): Promise<CopiedTree> {
  const found = await listTree(from, leaveOut)
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const folder of found.folders) await mkdir(join(to, folder), { mode: 0o700 })
  const files: CopiedFile[] = []
  const copy = async (path: string) => {
    const content = await copyFile(join(from, path), join(to, path))
    if (content) files.push({ path, ...content })
  }
  await inParallel(
    found.files.filter((path) => path !== last),
    copy,
  )
  if (last !== undefined) await copy(last)
  for (const folder of ['', ...found.folders]) await syncFolder(join(to, folder))
  return { folders: found.folders, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}

async function listTree(top: string, leaveOut: (path: string) => boolean) {
  const folders: string[] = []
  const files: string[] = []
  const look = async (folder: string) => {
    for (const entry of (await unlessGone(readdir(join(top, folder), { withFileTypes: true }))) ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (leaveOut(path)) continue
      if (entry.isSymbolicLink()) throw new Error(`${join(top, path)} is a link, and a backup follows none.`)
      if (entry.isFile()) files.push(path)
      if (!entry.isDirectory()) continue
      folders.push(path)
      await look(path)
    }
  }
  await look('')
  return { folders, files }
}

/** Runs `work` for every item, a few at a time; throws the first failure after all running ones have ended. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const run = async () => {
    for (const item of left) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, run))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
