import type { Command, CommandAnswer } from '#contract/calls/sync.ts'
import type { Handle } from '../sim/network.ts'
import type { Twin } from './twin.ts'

/** Stores the server's refusals too and repeats them: a command that was refused once is refused permanently. */
export const refusalStored: Twin = {
  name: 'refusal stored',
  what: 'meets a server that stores its refusals',
  schedule: 'rights',
  runs: 60,
  breaks: ['a refusal has a reason'],
  options: () => ({ handle: storing }),
}

function storing(handle: Handle): Handle {
  const stored = new Map<string, CommandAnswer>()
  return async (url, init) => {
    if (!url.includes('sync/commands')) return handle(url, init)
    const { commands, ...rest } = JSON.parse(init.body as string) as { commands: Command[] }
    const known = commands.flatMap(({ id }) => stored.get(id) ?? [])
    const unknown = commands.filter(({ id }) => !stored.has(id))
    const headers = { 'content-type': 'application/json' }
    if (unknown.length === 0) return { status: 200, headers, body: JSON.stringify({ answers: known }) }
    const answered = await handle(url, { ...init, body: JSON.stringify({ ...rest, commands: unknown }) })
    if (answered.status !== 200) return answered
    const { answers } = JSON.parse(answered.body) as { answers: CommandAnswer[] }
    for (const answer of answers)
      if (answer.status === 422 || answer.status === 404) stored.set(answer.id, answer)
    return { ...answered, body: JSON.stringify({ answers: [...known, ...answers] }) }
  }
}
