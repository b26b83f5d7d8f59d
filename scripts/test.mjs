// npm test: installs what the tests need, builds the client, runs every suite and prints the sum of all of them.
// Plain Node: it must run on a fresh checkout before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readCommandLine } from './lib/command-line.mjs'
import { installTestPeers } from './test-peers.mjs'

const NAMES = ['node', 'dom', 'browser']
const { positionals: wanted } = readCommandLine({
  usage: `npm test [-- SUITE ...]

Installs what the tests need, builds the client, runs every suite and prints the sum of all of them. Suites: ${NAMES.join(', ')}.`,
  words: { min: 0, max: NAMES.length },
  check: (_, names) => {
    const unknown = names.find((name) => !NAMES.includes(name))
    return unknown && `There is no suite "${unknown}". There are: ${NAMES.join(', ')}.`
  },
})
const root = resolve(import.meta.dirname, '..')
process.chdir(root)
const reports = join(root, '.cache', 'test-reports')
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  // Many test files and commands run in a process of their own: each reuses what earlier ones compiled.
  NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
}
const run = (command, args, extra = {}) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, ...extra },
    shell: process.platform === 'win32',
  }).status ?? 1

if (!existsSync(join(root, 'node_modules', '.package-lock.json')) && run('npm', ['ci']) !== 0) process.exit(1)
installTestPeers()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const firstLine = (text) => stripVTControlCharacters(text ?? '').split('\n')[0]

/** The walks of a Playwright report that failed, each with the first line of its error. */
const failedWalks = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
      return `${file} › ${title}: ${firstLine(errors[0])}`
    }),
  ...suites.flatMap(failedWalks),
]

/** Counts of a vitest JSON report, or of a Playwright one; both are written next to each other. */
function countsOf(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, skippedNames: [], failedNames: [] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (report.stats)
    return {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected + (report.errors?.length ?? 0),
      skipped: report.stats.skipped,
      skippedNames: [],
      failedNames: failedWalks(report),
    }
  // A file that could not be loaded has no assertion: it still failed.
  const unloaded = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  )
  const all = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((one) => ({ ...one, file: relative(root, name) })),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests,
    skippedNames: all
      .filter((one) => one.status === 'pending' || one.status === 'skipped')
      .map((one) => one.fullName),
    failedNames: [
      ...unloaded.map(({ name, message }) => `${relative(root, name)}: ${firstLine(message)}`),
      ...all
        .filter((one) => one.status === 'failed')
        .map((one) => `${one.file} › ${one.fullName}: ${firstLine(one.failureMessages[0])}`),
    ],
  }
}

const vitest = (name) => ({
  name,
  report: join(reports, `${name}.json`),
  start() {
    const args = [
      'run',
      '--project',
      `${name}*`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${this.report}`,
    ]
    return run('vitest', args)
  },
})
const SUITES = [
  vitest('node'),
  vitest('dom'),
  {
    name: 'browser',
    report: join(reports, 'browser.json'),
    start() {
      const built = run('vite', ['build', '--logLevel', 'warn'])
      if (built !== 0) return built
      const weighed = run('node', [join('scripts', 'measure-weight.mjs')])
      const circles = run('node', [join('scripts', 'check-circles.mjs')])
      return run('playwright', ['test'], { READROOM_TEST_JSON: this.report }) || weighed || circles
    },
  },
]

const sum = { passed: 0, failed: 0, skipped: 0 }
const lines = []
const failed = []
for (const suite of SUITES.filter((one) => wanted.length === 0 || wanted.includes(one.name))) {
  const began = performance.now()
  const status = suite.start()
  const counts = countsOf(suite.report)
  // A runner that ended badly with no failed test is a failure of its own.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  for (const key of Object.keys(sum)) sum[key] += counts[key]
  for (const name of counts.skippedNames) console.log(`skipped: ${name}`)
  failed.push(...counts.failedNames)
  lines.push(
    `${suite.name.padEnd(8)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${String(counts.skipped).padStart(4)} skipped  ${Math.round((performance.now() - began) / 1000)} s`,
  )
}
// At the end, where whoever reads only that finds them.
for (const name of failed) console.log(`failed: ${name}`)
console.log(`\n${lines.join('\n')}\n`)
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`)
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0)
