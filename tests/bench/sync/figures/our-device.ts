import type { Page } from '@playwright/test'
import type { Contender } from '../contenders.ts'
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts'
import type { OurServer } from '../our-server.ts'
import { SyncDevice } from '../sync-device.ts'
import { DOWN, FAIR, type Weather } from '../weather.ts'

/** The device behind the faulty network, for the figures. */
export interface OurDevice {
  server: OurServer
  proxy: FaultProxy
  page: Page
  goOffline: () => Promise<void>
  /** Restores the network; the browser signals it, as when a cable is plugged in. */
  goOnline: (weather?: Weather) => Promise<void>
  close: () => Promise<void>
}

/** Signs in on an empty profile. */
export async function openOurDevice(
  server: OurServer,
  contender: Contender,
  pages: string,
): Promise<OurDevice> {
  const proxy = await startFaultProxy({ target: server.url, pages, isWrite: contender.isWrite })
  const desk = new SyncDevice(`${proxy.url}/bench/${contender.page}`)
  const close = async () => {
    await desk.close()
    await proxy.close()
  }
  try {
    const page = await desk.open()
    return {
      server,
      proxy,
      page,
      goOffline: async () => {
        await desk.context?.setOffline(true)
        proxy.set(DOWN)
      },
      goOnline: async (weather = FAIR) => {
        proxy.set(weather)
        await desk.context?.setOffline(false)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
