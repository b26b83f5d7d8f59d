// Prints what the sign-in route costs over the wire: gzip of the entry chunk, what it imports, and their styles.
// Run after `vite build`; exits 1 above the limit.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

const LIMIT_KB = 170
const dist = resolve(import.meta.dirname, '..', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))

/** Every file that the browser loads before the sign-in form can be used; lazy screens are not among them. */
function filesOf(key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

const kilobytes = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000
const sizes = [...filesOf('index.html')].map((file) => ({ file, kB: kilobytes(file) }))
if (sizes.length === 0) throw new Error('dist/.vite/manifest.json names no entry: run `vite build` first')
const sum = (ending) =>
  sizes.filter(({ file }) => file.endsWith(ending)).reduce((total, { kB }) => total + kB, 0)
const total = sum('.js') + sum('.css')

for (const { file, kB } of sizes) console.log(`${kB.toFixed(1).padStart(8)} kB  ${file}`)
console.log(
  `sign-in route: ${total.toFixed(1)} kB gzip (script ${sum('.js').toFixed(1)}, css ${sum('.css').toFixed(1)}; limit ${LIMIT_KB})`,
)
process.exit(total > LIMIT_KB ? 1 : 0)
