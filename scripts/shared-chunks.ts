import { join, relative, sep } from 'node:path'
import type { Rolldown } from 'vite'

const ROOT = join(import.meta.dirname, '..')

/** Shared folders, and the file for the modules that several screens use of them. */
const ROOMS: readonly [RegExp, string][] = [
  [/^(domain|contract)\//, 'rules'],
  [/^src\/(db|sync)\//, 'device'],
  // Charts need a separate library, which must load only with them.
  [/^src\/ui\/(?!chart\/)/, 'ui'],
  // Separate, because a display of a hall does not need the pages of a signed-in patient.
  [/^src\/parts\/(patient-words\/own|patient-profile\/|proof\/ProofGate)/, 'own-pages'],
  [/^src\/parts\/(patient-words|proof)\//, 'patients'],
  [/^src\/features\/masters\//, 'masters'],
]

/** Libraries that every screen has loaded already. A module that needs any other library is bundled with it. */
const LIGHT =
  /\/node_modules\/(react|react-dom|@mantine\/(core|hooks|notifications)|zod|rxjs|dexie|uuid|clsx|@tabler\/icons-react|react-router)\//

interface Graph {
  getModuleInfo: (id: string) => Rolldown.ModuleInfo | null
}

/**
 * Names a module's file, for a group of Rolldown: one for each shared folder, null if the bundler decides.
 * Modules that `entry` itself loads stay separate, so that the first screen does not grow, and so do modules
 * that only one screen uses. Everything that a grouped module imports is grouped or loaded by `entry`, and
 * the folders import in one direction only, so files never import each other in a circle.
 */
export function sharedChunks(entry: string): (id: string, graph: Graph) => string | null {
  let plan: Map<string, string> | undefined
  return (id, graph) => {
    plan ??= planFiles(entry, (from) => graph.getModuleInfo(from))
    return plan.get(id) ?? null
  }
}

type Look = (id: string) => Rolldown.ModuleInfo | null

const isOwn = (id: string) => id.startsWith(ROOT + sep) && !id.includes('node_modules')
const isLight = (id: string) => isOwn(id) || LIGHT.test(id) || id.startsWith('\0')

function planFiles(entry: string, look: Look): Map<string, string> {
  const first = closureOf(entry, look)
  const users = new Map<string, number>()
  for (const screen of screensOf(entry, look))
    for (const id of closureOf(screen, look)) users.set(id, (users.get(id) ?? 0) + 1)
  const shared = [...users].flatMap(([id, count]) => (count > 1 && isOwn(id) && id !== entry ? [id] : []))
  return new Map(
    shared.flatMap((id): [string, string][] => {
      if (first.has(id)) return [[id, 'first']]
      const room = roomOf(id)
      return room && [...closureOf(id, look)].every(isLight) ? [[id, room]] : []
    }),
  )
}

const roomOf = (id: string): string | undefined => {
  const path = relative(ROOT, id).replaceAll(sep, '/')
  return ROOMS.find(([place]) => place.test(path))?.[1]
}

/** Returns a module and all its static imports; does not look into libraries. */
function closureOf(id: string, look: Look): Set<string> {
  const closure = new Set([id])
  for (const one of closure)
    if (isOwn(one)) for (const next of look(one)?.importedIds ?? []) closure.add(next)
  return closure
}

/** Returns the modules that are loaded separately: the entry, and every dynamic import. */
function screensOf(entry: string, look: Look): Set<string> {
  const screens = new Set([entry])
  for (const screen of screens)
    for (const id of closureOf(screen, look))
      if (isOwn(id)) for (const next of look(id)?.dynamicallyImportedIds ?? []) screens.add(next)
  return screens
}
