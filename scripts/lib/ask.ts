import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Reads one line from the terminal. Does not show a typed secret. */
export function ask(question: string, { isSecret = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`${question} is not given, and there is no terminal to ask on.`)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stdout.write(`${question}: `)
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stdout,
    terminal: true,
  })
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      lines.close()
      if (isSecret) process.stdout.write('\n')
      resolve(line)
    })
  })
}
