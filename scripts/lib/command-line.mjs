// Plain Node without imports of packages: it must run on a fresh checkout before anything is installed.
import { parseArgs } from 'node:util'

/** Exit code of a command that was called in a way that it does not know. */
const MISUSED = 2

/**
 * Reads the command line of a command of package.json. `--help` prints `usage` and ends the program with 0; a flag, a word
 * or a value that the command does not know prints one line and ends it with 2. Nothing else may be done before.
 */
export function readCommandLine({
  usage,
  options = {},
  words = { min: 0, max: 0 },
  check = () => undefined,
}) {
  const args = process.argv.slice(2)
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    console.log(usage)
    process.exit(0)
  }
  const { values, positionals } = parse(args, options)
  if (positionals.length > words.max) give(`It takes no "${positionals[words.max]}".`)
  if (positionals.length < words.min) give(words.missing)
  const wrong = check(values, positionals)
  if (wrong !== undefined) give(wrong)
  return { values, positionals }
}

function parse(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // Node's words go on with advice about words that begin with a dash.
    return give(`${error.message.split(/\. |\n/)[0].replace(/\.$/, '')}.`)
  }
}

function give(why) {
  console.error(`${why} Add --help to see how this command is called.`)
  process.exit(MISUSED)
}
