import { basename, join, relative, sep } from 'node:path'
import type { Rolldown } from 'vite'

const ROOT = join(import.meta.dirname, '..')

/** Rooms that others are built on, and the file that holds what several screens use of them. */
const ROOMS: readonly [RegExp, string][] = [
  [/^(domain|contract)\//, 'rules'],
  [/^src\/(db|sync)\//, 'device'],
  // Charts need a library of their own: all of them come with it.
  [/^src\/ui\/(?!chart\/)/, 'ui'],
]

/**
 * Parts of screens: a file for those that a screen shows at once and one for the dialogs that it opens. What a page
 * without an account shows too has a file for each part: a phone loads it for one visit.
 */
const PARTS = /^src\/parts\/([^/]+)\//
const FEATURE = /^src\/features\/([^/]+)\//
const WITHOUT_ACCOUNT =
  /^src\/features\/(sign-in|set-password|shared-study|shared-file|consent-form|verify-signature|que-display)\//

/** Libraries that are small or that every screen has loaded anyway. A module that needs any other comes with that one. */
const LIGHT =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|@mantine\/(core|hooks|notifications|modals|dropzone)|@tanstack\/react-virtual|zod|rxjs|dexie|dexie-react-hooks|comlink|uuid|clsx|@tabler\/icons-react)\//

interface Graph {
  getModuleInfo: (id: string) => Rolldown.ModuleInfo | null
}

/**
 * Names the file that a module is put into, for a group of Rolldown: one for each room, feature and part, null where the
 * bundler decides. What `entry` itself loads stays apart, so that the first screen gets no heavier, and so does all that
 * needs a library of its own. What a single feature uses comes with that feature. All that a grouped module imports is
 * grouped or loaded by `entry`, and rooms import one way only: files never import each other in a circle.
 */
export function sharedChunks(entry: string): (id: string, graph: Graph) => string | null {
  let plan: Map<string, string> | undefined
  return (id, graph) => {
    plan ??= planFiles(entry, (from) => graph.getModuleInfo(from))
    return plan.get(id) ?? null
  }
}

/**
 * Names the file of an icon, for a group of Rolldown: one file with all icons but those that `entry` itself shows. Each
 * file costs the installation a request, and an icon is a few hundred bytes.
 */
export function iconFile(entry: string): (id: string, graph: Graph) => string | null {
  let first: Set<string> | undefined
  return (id, graph) => {
    const look = (from: string) => graph.getModuleInfo(from)
    first ??= new Set(
      [...closureOf(entry, look)]
        .filter(isOwn)
        .flatMap((from) => look(from)?.code?.match(/\bIcon[A-Z]\w+/g) ?? []),
    )
    return first.has(basename(id, '.mjs')) ? null : 'icons'
  }
}

type Look = (id: string) => Rolldown.ModuleInfo | null

const isOwn = (id: string) => id.startsWith(ROOT + sep) && !id.includes('node_modules')
const isLight = (id: string) => isOwn(id) || LIGHT.test(id) || id.startsWith('\0')

function planFiles(entry: string, look: Look): Map<string, string> {
  const first = closureOf(entry, look)
  const screens = [...screensOf(entry, look)].map((id) => ({ id, closure: closureOf(id, look) }))
  const closuresOf = (those: RegExp) =>
    new Set(screens.flatMap(({ id, closure }) => (those.test(pathOf(id)) ? [...closure] : [])))
  const [open, atOnce] = [closuresOf(WITHOUT_ACCOUNT), closuresOf(FEATURE)]
  const folderOf = (id: string): string | undefined => {
    const part = PARTS.exec(pathOf(id))?.[1]
    if (part) return open.has(id) ? `part-${part}` : atOnce.has(id) ? 'parts' : 'dialogs'
    return FEATURE.exec(pathOf(id))?.[1]
  }
  const users = new Map<string, Set<string>>()
  for (const { id: screen, closure } of screens) {
    const user = ([...closure].every(isLight) && folderOf(screen)) || screen
    for (const id of closure) users.set(id, (users.get(id) ?? new Set()).add(user))
  }
  const fileOf = (id: string): string | undefined => {
    const [user = '', ...others] = users.get(id) ?? []
    if (others.length === 0) return isOwn(user) ? undefined : user
    return ROOMS.find(([place]) => place.test(pathOf(id)))?.[1] ?? folderOf(id)
  }
  const own = [...users.keys()].filter((id) => isOwn(id) && id !== entry)
  return new Map(
    own.flatMap((id): [string, string][] => {
      if (first.has(id)) return (users.get(id)?.size ?? 0) > 1 ? [[id, 'first']] : []
      const file = fileOf(id)
      return file && [...closureOf(id, look)].every(isLight) ? [[id, file]] : []
    }),
  )
}

const pathOf = (id: string): string => relative(ROOT, id).replaceAll(sep, '/')

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
