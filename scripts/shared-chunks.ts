import { join, relative, sep } from 'node:path'
import type { Rolldown } from 'vite'

const ROOT = join(import.meta.dirname, '..')

/** Rooms that others are built on, and the file that holds what several screens use of them. */
const ROOMS: readonly [RegExp, string][] = [
  [/^(domain|contract)\//, 'rules'],
  [/^src\/(db|sync)\//, 'device'],
  // Charts need a library of their own: all of them come with it.
  [/^src\/ui\/(?!chart\/)/, 'ui'],
  // Apart from each other: a display of a hall has no use for the pages of a signed-in patient.
  [/^src\/parts\/(patient-words\/own|patient-profile\/|proof\/ProofGate)/, 'own-pages'],
  [/^src\/parts\/(patient-words|proof)\//, 'patients'],
  [/^src\/features\/masters\//, 'masters'],
]

/** Libraries that every screen has loaded anyway. A module that needs any other comes with that one. */
const LIGHT =
  /\/node_modules\/(react|react-dom|@mantine\/(core|hooks|notifications)|zod|rxjs|dexie|uuid|clsx|@tabler\/icons-react|react-router)\//

interface Graph {
  getModuleInfo: (id: string) => Rolldown.ModuleInfo | null
}

/**
 * Names the file that a module is put into, for a group of Rolldown: one for each room, null where the bundler decides.
 * What `entry` itself loads stays apart, so that the first screen gets no heavier, and so does what one screen alone
 * uses. All that a grouped module imports is grouped or loaded by `entry`, and rooms import one way only: files never
 * import each other in a circle.
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

/** A module and all that it loads with itself; libraries are not looked into. */
function closureOf(id: string, look: Look): Set<string> {
  const closure = new Set([id])
  for (const one of closure)
    if (isOwn(one)) for (const next of look(one)?.importedIds ?? []) closure.add(next)
  return closure
}

/** What is loaded by itself: the entry, and whatever is imported where it is needed. */
function screensOf(entry: string, look: Look): Set<string> {
  const screens = new Set([entry])
  for (const screen of screens)
    for (const id of closureOf(screen, look))
      if (isOwn(id)) for (const next of look(id)?.dynamicallyImportedIds ?? []) screens.add(next)
  return screens
}
