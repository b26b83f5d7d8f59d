import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTcpFaultProxy, type TcpFaultProxy } from '#tests/helpers/network/tcp-fault-proxy.ts'
import { type OwnServer, type RunningServer, startOwnServer, startServer } from './running-server.ts'

/** A server behind a proxy with switchable faults, and a folder for the browser profiles. */
export interface ProxiedServer<Server extends RunningServer = RunningServer> {
  server: Server
  line: TcpFaultProxy
  /** The address for browsers: the proxy. */
  url: string
  /** Returns the folder of a browser's profile. */
  profile: (name: string) => string
  close: () => Promise<void>
}

export const openProxiedServer = async (): Promise<ProxiedServer> => openSystem(await startServer())

/** The same with a server that can be killed and started again. */
export const openKillableServer = async (): Promise<ProxiedServer<OwnServer>> =>
  openSystem(await startOwnServer())

async function openSystem<Server extends RunningServer>(server: Server): Promise<ProxiedServer<Server>> {
  const folder = mkdtempSync(join(tmpdir(), 'readroom-faults-'))
  const line = await startTcpFaultProxy(Number(new URL(server.url).port))
  return {
    server,
    line,
    url: `http://localhost:${line.port}`,
    profile: (name) => join(folder, name),
    close: async () => {
      await line.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
