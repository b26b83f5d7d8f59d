// npm start: installs and builds what is missing, then runs the server. Flags: --https, --demo, --no-demo, --new-keys, --no-build.

import { join } from 'node:path'
import { buildWhenNeeded, findNode, give, installWhenNeeded, root, runNode } from './lib/project.mjs'

const FLAGS = ['--https', '--demo', '--no-demo', '--new-keys', '--no-build']
const flags = process.argv.slice(2)
const unknown = flags.filter((flag) => !FLAGS.includes(flag))
if (unknown.length > 0) give(`npm start does not know ${unknown.join(' ')}. It knows ${FLAGS.join(', ')}.`)

installWhenNeeded()
const node = findNode()
if (!flags.includes('--no-build')) buildWhenNeeded(node)
const forServer = flags.filter((flag) => flag !== '--no-build')
process.exit(await runNode(node, [join(root, 'server', 'main.ts'), ...forServer]).ended)
