import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** The folder in which a command would make changes. */
const home = mkdtempSync(join(tmpdir(), 'readroom-commands-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Runs a command of package.json as npm does. */
async function run(command: string, flags: string) {
  const child = spawn(`${command} ${flags}`, {
    cwd: ROOT,
    shell: true,
    env: {
      ...process.env,
      PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      READROOM_DATA: join(home, 'data'),
      DATABASE_URL: '',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}

/** Arguments other than the name, for commands with a value that can be wrong. */
const WRONG_VALUES: Readonly<Record<string, string>> = {
  'add-pacs': '--client A --name B --url nonsense',
  seed: '--studies many',
  faults: '--schedule nonsense',
  'bench:load': '--devices many',
  'bench:modality': '--services many',
  'bench:sales': '--lines=many',
  mutants: 'domain --max none',
  test: 'nonsense',
  restore: '',
  'import-sealed': '',
  'remove-passkeys': '',
}

describe.concurrent.each(Object.entries(scripts))('npm run %s', (name, command) => {
  test('prints its usage and does nothing', { timeout: 60_000 }, async ({ expect }) => {
    const { code, out, err } = await run(command, '--help')
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^npm (?:run )?${name}\\b`))
    // A sentence in addition to the flags.
    expect(out.split('\n\n')[1] ?? '').toMatch(/^[A-Z].+\./s)
    expect(readdirSync(home)).toEqual([])
  })

  test('refuses unknown arguments with one line and exit code 2', { timeout: 60_000 }, async ({ expect }) => {
    const known = { code: 2, out: '', err: expect.stringMatching(/^[^\n]+--help[^\n]+\n$/) }
    expect(await run(command, '--nonsense')).toEqual(known)
    const wrong = WRONG_VALUES[name]
    if (wrong !== undefined) expect(await run(command, wrong)).toEqual(known)
    expect(readdirSync(home)).toEqual([])
  })
})

test('each command checked for wrong values is in package.json', () => {
  expect(Object.keys(WRONG_VALUES).filter((name) => !(name in scripts))).toEqual([])
})
