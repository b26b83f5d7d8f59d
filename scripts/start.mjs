// npm start: installs and builds what is missing, then runs the server.
import { join } from 'node:path'
import { readCommandLine } from './lib/command-line.mjs'
import { buildWhenNeeded, findNode, installWhenNeeded, root, runNode } from './lib/project.mjs'

const flag = { type: 'boolean', default: false }
const { values } = readCommandLine({
  usage: `npm start [-- --https] [--demo | --no-demo] [--new-keys] [--no-build]

Installs and builds what is missing, then runs the server at http://localhost:8080. README.md lists its settings (PORT,
READROOM_DATA, DATABASE_URL and others).

  --https              with a certificate of a local authority, which it makes and tells how to trust
  --demo               loads the demo data into an empty database of your own
  --no-demo            never loads the demo data
  --new-keys           begins with new keys where those of the database are lost
  --no-build           runs the client as it was built`,
  options: { https: flag, demo: flag, 'no-demo': flag, 'new-keys': flag, 'no-build': flag },
})

installWhenNeeded()
const node = findNode()
if (!values['no-build']) buildWhenNeeded(node)
const forServer = Object.keys(values)
  .filter((name) => values[name] && name !== 'no-build')
  .map((name) => `--${name}`)
process.exit(await runNode(node, [join(root, 'server', 'main.ts'), ...forServer]).ended)
