// Fails where files of the build import one another in a circle: such an app may not start, and no test before the
// browser would see it. Run after `vite build`.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const dist = resolve(import.meta.dirname, '..', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))
const done = new Set()

/** The circle that a file stands in, or undefined; `path` is how it was come to. */
function circleFrom(key, path = []) {
  if (path.includes(key)) return [...path.slice(path.indexOf(key)), key]
  if (done.has(key)) return undefined
  for (const next of manifest[key]?.imports ?? []) {
    const circle = circleFrom(next, [...path, key])
    if (circle) return circle
  }
  done.add(key)
  return undefined
}

const circles = new Set(Object.keys(manifest).flatMap((key) => circleFrom(key)?.join(' -> ') ?? []))
for (const circle of circles) console.log(`circle of files: ${circle}`)
process.exit(circles.size > 0 ? 1 : 0)
