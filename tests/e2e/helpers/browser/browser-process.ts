import { execFileSync } from 'node:child_process'
import type { BrowserContext } from '@playwright/test'

interface Process {
  pid: number
  parent: number
  command: string
}

function processes(): Process[] {
  const listed = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return listed.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }]
  })
}

/** Returns the process ids of the browser on this profile and its children; the browser itself is first. */
function treeOf(profileDir: string): number[] {
  const all = processes()
  const tree = all
    .filter(({ command }) => command.includes(`--user-data-dir=${profileDir}`))
    .map(({ pid }) => pid)
  for (const pid of tree)
    for (const child of all) if (child.parent === pid && !tree.includes(child.pid)) tree.push(child.pid)
  return tree
}

/** Kills a browser as a power cut would: its whole process tree at once, so that none can shut down in order. */
export async function killBrowser(context: BrowserContext, profileDir: string): Promise<void> {
  const closed = new Promise((resolve) => context.once('close', resolve))
  const tree = treeOf(profileDir)
  if (tree.length === 0) throw new Error(`no browser runs on ${profileDir}`)
  for (const pid of tree) killIfThere(pid)
  await closed
}

// A process may end together with another one.
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
