/** The part of the device that a page's requests use. Service workers and patients have none. */
export interface PageDevice {
  /** The server history that the page was read from. */
  history: () => string | undefined
  /** Stores the server's signed note of what a call did. */
  keepNote: (text: string) => void
}

let device: PageDevice | undefined

export const pageDevice = (): PageDevice | undefined => device

export function setPageDevice(next: PageDevice | undefined): void {
  device = next
}
