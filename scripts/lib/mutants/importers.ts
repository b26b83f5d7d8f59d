import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Matches imports that load a module when the program runs, at once or later, without type imports. */
const IMPORT = /^(?:import|export)\s+(?!type\s)[^'"`;=]*?from '([^']+)'|\bimport\('([^']+)'\)/gm

/** Returns the paths from the root that a source file imports, of this repository only. */
export function importsOf(path: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, now, later]) => {
    const name = now ?? later ?? ''
    if (name.startsWith('#')) return [name.slice(1)]
    return name.startsWith('.') ? [posix.join(posix.dirname(path), name)] : []
  })
}

/** Returns the file and every file of some folders that imports it, directly or through others. */
export function importersOf(home: string, file: string, folders: readonly string[]): Set<string> {
  const importers = new Map<string, string[]>()
  for (const path of folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: home })))
    for (const imported of importsOf(path, readFileSync(join(home, path), 'utf8')))
      importers.set(imported, [...(importers.get(imported) ?? []), path])
  const found = new Set([file])
  // Iteration over a set includes the entries that are added during it.
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer)
  return found
}
