import { expect, test } from 'vitest'
import { isWebPort } from '#domain/outgoing/web-ports.ts'

/** Node's own fetch refuses the ports of the same standard before it looks for a server. */
async function isRefusedByFetch(port: number): Promise<boolean> {
  // A request that is not refused ends here, so none leaves the machine.
  const dispatcher = {
    dispatch: () => {
      throw new Error('reached')
    },
  }
  const told = await fetch(`http://localhost:${port}/`, { dispatcher } as unknown as RequestInit).catch(
    (error: unknown) => (error instanceof Error ? String(error.cause) : ''),
  )
  return typeof told === 'string' && told.includes('bad port')
}

test('a port is for the web exactly if fetch does not refuse it', async () => {
  const ports = [...Array.from({ length: 11_000 }, (_, n) => n + 1), 27_017, 65_535]
  const refused: number[] = []
  for (const port of ports) if (await isRefusedByFetch(port)) refused.push(port)
  expect(refused.length).toBeGreaterThan(80)
  expect(ports.filter((port) => !isWebPort(port))).toEqual(refused)
})

test('port 0 is no port of the web', () => {
  expect(isWebPort(0)).toBe(false)
})
