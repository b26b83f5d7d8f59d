let host: HTMLElement | undefined

/** The container of the lock screen: a child of the body beside the application, and the only one while locked. */
export function lockHost(): HTMLElement {
  host ??= document.createElement('div')
  if (!host.isConnected) document.body.append(host)
  return host
}
