import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Folders of the product; tests are counted separately. */
const PRODUCT = ['domain', 'contract', 'render', 'src', 'server', 'scripts']
const FEATURES = `server${sep}features${sep}`
const IMPORT = /(?:from|import)\s*\(?\s*['"]((?:\.{1,2}|#\w+)\/[^'"]+)['"]/g
const COMMENT = /^\s*(?:\/?\*|\/\/)/
/** Counts the word in comments: a function "returns"; only a server or a person "answers". */
const ANSWERS = /\banswers\b/i

/** The counts of a checkout. */
export interface StructureFigures {
  files: number
  lines: number
  /** Lines per file. */
  median: number
  p90: number
  /** Files of more than 150 lines. */
  long: number
  testFiles: number
  testLines: number
  /** Pairs of folders in server/features where the first imports the second. */
  pairs: number
  /** Pairs of folders in server/features that import each other. */
  mutual: number
  /** Comment lines with the word "answers". */
  answers: number
}

interface Source {
  name: string
  lines: string[]
}

/** Counts the checkout in the folder `root`. Throws if the folder does not contain the product. */
export function countStructure(root: string): StructureFigures {
  const product = PRODUCT.flatMap((folder) => sourcesOf(root, folder))
  if (product.length === 0) throw new Error(`${root} holds none of the folders ${PRODUCT.join(', ')}.`)
  const tests = sourcesOf(root, 'tests')
  const sizes = product.map(({ lines }) => lines.length).sort((a, b) => a - b)
  const pairs = importedFolders(product)
  return {
    files: product.length,
    lines: sum(sizes),
    median: sizes[Math.floor(sizes.length / 2)] ?? 0,
    p90: sizes[Math.floor(sizes.length * 0.9)] ?? 0,
    long: sizes.filter((size) => size > 150).length,
    testFiles: tests.length,
    testLines: sum(tests.map(({ lines }) => lines.length)),
    pairs: pairs.size,
    mutual: [...pairs].filter((pair) => isMutual(pair, pairs)).length / 2,
    answers: product.flatMap(({ lines }) => lines).filter((line) => COMMENT.test(line) && ANSWERS.test(line))
      .length,
  }
}

/** Returns the TypeScript files below a folder, without generated files. */
function sourcesOf(root: string, folder: string): Source[] {
  return namesIn(join(root, folder))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !name.endsWith('schema.ts'))
    .map((name) => ({
      name: join(folder, name),
      lines: readFileSync(join(root, folder, name), 'utf8')
        .trimEnd()
        .split('\n'),
    }))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}

/** Returns `a>b` for each two folders of server/features of which a file of `a` imports one of `b`. */
function importedFolders(sources: readonly Source[]): Set<string> {
  const pairs = new Set<string>()
  for (const { name, lines } of sources) {
    const from = folderOf(name)
    if (from === undefined) continue
    for (const [, path = ''] of lines.join('\n').matchAll(IMPORT)) {
      const to = folderOf(path.startsWith('#') ? path.slice(1) : relative('.', join(dirname(name), path)))
      if (to !== undefined && to !== from) pairs.add(`${from}>${to}`)
    }
  }
  return pairs
}

/** Returns the feature of a file; undefined for files outside the features. */
function folderOf(name: string): string | undefined {
  const [feature, file] = name.startsWith(FEATURES) ? name.slice(FEATURES.length).split(sep) : []
  return file === undefined ? undefined : feature
}

const isMutual = (pair: string, pairs: ReadonlySet<string>) => {
  const [from, to] = pair.split('>')
  return pairs.has(`${to}>${from}`)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
