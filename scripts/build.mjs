// npm run build: builds the client into dist.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readCommandLine } from './lib/command-line.mjs'
import { findNode, root } from './lib/project.mjs'

readCommandLine({
  usage: 'npm run build\n\nBuilds the client into dist. `npm start` does it by itself where it is needed.',
})

const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
process.exitCode = spawnSync(findNode(), [vite, 'build'], { cwd: root, stdio: 'inherit' }).status ?? 1
