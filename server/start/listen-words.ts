/** An address to listen on, and the settings that name it. */
export interface ListenAddress {
  host: string
  port: number
  hostSetting: string
  portSetting: string
}

/** Runs `listen`. Throws an error that names the setting if the address is taken or not ours. */
export async function listenInWords<T>(place: ListenAddress, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const words = wordsOf(error, place)
    throw words === undefined ? error : new Error(words, { cause: error })
  }
}

function wordsOf(error: unknown, place: ListenAddress): string | undefined {
  const { host, port, hostSetting, portSetting } = place
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken by another program. Choose one by ${portSetting}.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `This machine has no address ${host}. Set ${hostSetting} to one of its addresses.`
  if (code === 'EACCES')
    return `This account may not listen on port ${port} of ${host}. Choose a port from 1024 on by ${portSetting}.`
  return undefined
}
