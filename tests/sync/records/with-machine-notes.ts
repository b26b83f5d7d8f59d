import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const FOLDER = mkdtempSync(join(tmpdir(), 'readroom-new-record-'))

/** Imports a source file of the repository with more lines in it: `imports` at the top, `line` before `before`. */
export async function withLine<Exports>(
  path: string,
  { imports, before, line }: { imports: string; before: string; line: string },
): Promise<Exports> {
  const source = readFileSync(path, 'utf8')
  if (!source.includes(before)) throw new Error(`${path} has no line "${before}"`)
  const absolute = (from: string) =>
    from.startsWith('#') ? resolve(from.slice(1)) : resolve(dirname(path), from)
  const edited = `${imports}\n${source.replace(before, `${line}\n${before}`)}`.replaceAll(
    /from '([#.][^']*)'/g,
    (_all, from: string) => `from '${absolute(from)}'`,
  )
  const copy = join(FOLDER, path.replaceAll('/', '-'))
  writeFileSync(copy, edited)
  return (await import(copy)) as Exports
}
