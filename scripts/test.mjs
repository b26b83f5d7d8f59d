// npm test: installs what the tests need, builds the client, runs every suite and prints the sum of all of them.
// Plain Node: it must run on a fresh checkout before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
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
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }
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

/** Counts of a vitest JSON report, or of a Playwright one; both are written next to each other. */
function countsOf(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, skippedNames: [] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (report.stats)
    return {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected + (report.errors?.length ?? 0),
      skipped: report.stats.skipped,
      skippedNames: [],
    }
  const all = report.testResults.flatMap((suite) => suite.assertionResults)
  // A file that could not be loaded has no assertion: it still failed.
  const unloaded = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests,
    skippedNames: all
      .filter((one) => one.status === 'pending' || one.status === 'skipped')
      .map((one) => one.fullName),
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
for (const suite of SUITES.filter((one) => wanted.length === 0 || wanted.includes(one.name))) {
  const began = performance.now()
  const status = suite.start()
  const counts = countsOf(suite.report)
  // A runner that ended badly with no failed test is a failure of its own.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  for (const key of Object.keys(sum)) sum[key] += counts[key]
  for (const name of counts.skippedNames) console.log(`skipped: ${name}`)
  lines.push(
    `${suite.name.padEnd(8)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${String(counts.skipped).padStart(4)} skipped  ${Math.round((performance.now() - began) / 1000)} s`,
  )
}
console.log(`\n${lines.join('\n')}\n`)
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`)
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0)
